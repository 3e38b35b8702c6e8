import type { DineOrder } from '../dines/dine-to-decide.ts'
import type { Movement } from '../movements/movements.rules.ts'

/** What a card network reports. Each network's contract maps its vocabulary to it. */
export interface ReportedTransaction {
  readonly kind: Movement['kind']
  /** It is unique among all networks (`networks.rules.ts`). */
  readonly transactionId: string
  /** The transaction that a refund takes back, where the network names it. */
  readonly originalTransactionId: string | null
  /** It is positive, for refunds too. */
  readonly amountCents: number
  readonly currency: string
  /** The restaurant's local time, without an offset; with one it is an instant. */
  readonly datetime: string
  /** The restaurant's time zone, where the network names it. */
  readonly timezone: string | null
  /** It is the id of our linked card. */
  readonly cardId: string | null
  /** It is our id of the restaurant; else `mid` is the network's. */
  readonly merchantId: string | null
  readonly mid: string | null
  readonly merchantName: string | null
  readonly authCode: string | null
  /** Null at a table, and where the network does not tell. */
  readonly order: DineOrder | null
  /** The transaction last changed at the network at this time. */
  readonly updatedAt: Date | null
}
