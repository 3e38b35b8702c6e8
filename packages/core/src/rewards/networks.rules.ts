import { isClaimed } from '../claims/claimed-charges.rules.ts'

/* Two card networks may use the same transaction id. Kard's get a prefix, so that ids stored before keep theirs. */

export const cardNetworks = ['fidel', 'kard'] as const
export type CardNetwork = (typeof cardNetworks)[number]

interface Transaction {
  readonly transactionId: string
}

const kardPrefix = 'kard:'

export const kardTransactionId = (id: string): string => `${kardPrefix}${id}`

export const networkOf = ({ transactionId }: Transaction): CardNetwork =>
  transactionId.startsWith(kardPrefix) ? 'kard' : 'fidel'

/** A claimed charge is of any network: either may report it later. */
export const isSameNetwork = (a: Transaction, b: Transaction): boolean =>
  isClaimed(a) || isClaimed(b) || networkOf(a) === networkOf(b)
