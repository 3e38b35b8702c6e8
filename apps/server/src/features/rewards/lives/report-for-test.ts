import type { EventName } from '../../card-events/card-network-for-test.ts'

/** What a card network says of one transaction, once; or the program, of a dine that a member missed. */
export interface Report {
  readonly event: EventName | KardEventName | 'claim'
  /** The second network's begin with `kard:`. */
  readonly id: string
  readonly placeId: string
  /** Negative for what is given back. */
  readonly cents: number
  readonly datetime: string
  readonly updated: string
  readonly authCode: string | null
  /** The transaction that a refund takes back. */
  readonly originalId: string | null
}

export type KardEventName = 'APPROVED' | 'SETTLED' | 'REVERSED' | 'RETURNED'

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const networkOf = ({ id }: Report): string => (id.startsWith('kard:') ? 'kard' : 'fidel')

export type Kind = 'authorization' | 'clearing' | 'refund' | 'void' | 'claim'

export function kindOf({ event, cents }: Report): Kind {
  if (event === 'claim') return 'claim'
  if (event === 'REVERSED') return 'void'
  if (cents < 0) return 'refund'
  return event === 'transaction.auth' || event === 'APPROVED' ? 'authorization' : 'clearing'
}

/** A claim counts until a network clears the payment. */
export function clearedCents(parts: readonly Report[]): number {
  const centsOf = (kind: Kind) => parts.filter(part => kindOf(part) === kind).map(({ cents }) => cents)
  const cleared = centsOf('clearing')
  return sum(cleared.length > 0 ? cleared : centsOf('claim'))
}

/** A claim has a date only. */
export function timeOf(parts: readonly Report[]): string {
  const reported = parts.filter(part => kindOf(part) !== 'claim')
  return (reported.length > 0 ? reported : parts).map(({ datetime }) => datetime).sort()[0]!
}

export const sum = (amounts: readonly number[]): number => amounts.reduce((total, cents) => total + cents, 0)
