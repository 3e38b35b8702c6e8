export interface OutgoingText {
  readonly id: string
  /** It is a phone number (E.164), a short code, or a Twilio messaging service. */
  readonly from: string
  /** It is written in E.164: `+12125550123`. */
  readonly to: string
  readonly body: string
}

/** Another attempt would not help: there is no such number, or its owner has opted out at the provider. */
export class TextRefused extends Error {
  override readonly name = 'TextRefused'
  readonly optedOut: boolean

  constructor(message: string, { optedOut }: { readonly optedOut: boolean }) {
    super(message)
    this.optedOut = optedOut
  }
}

export interface TextMessenger {
  /** @throws when a text could not be delivered; it is retried, unless it is `TextRefused`. */
  send(text: OutgoingText): Promise<void>
  /** Where texts are files. @returns null where there is none. */
  read?(id: string): Promise<string | null>
  delete?(id: string): Promise<void>
}
