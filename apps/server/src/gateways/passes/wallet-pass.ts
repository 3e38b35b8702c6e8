/** What a pass of either wallet shows. */
export interface WalletPass {
  /** The same each time, so that a pass which is added again replaces the one before. */
  readonly id: string
  readonly programName: string
  readonly description: string
  /** It is the one thing to read: the restaurant, or the member's name. */
  readonly title: PassField
  readonly fields: readonly PassField[]
  readonly barcode: string
  /** It is `#rrggbb`, with text that is legible on it. */
  readonly colors: { readonly background: string; readonly text: string }
  readonly iconUrl: string
  /** Of a reservation. */
  readonly event: PassEvent | null
}

export interface PassField {
  readonly key: string
  readonly label: string
  readonly value: string
}

export interface PassEvent {
  readonly startsAt: Date
  readonly endsAt: Date
  readonly isOver: boolean
  readonly place: {
    readonly name: string
    readonly address: string
    readonly latitude: number
    readonly longitude: number
  }
}
