/** A payment that a card network did not report, in the Fidel shape (integrations: Missing transaction). */
export interface MissingTransactionRequest {
  /** The same for a request that is repeated. */
  readonly key: string
  readonly locationId: string
  /** It is a local date. */
  readonly transactionDate: string
  readonly amountCents: number
}

export type RequestStatus = 'pending' | 'successful' | 'failed'

export interface MissingTransactions {
  /** `POST /cards/{cardId}/missing-transaction-requests`. Idempotent by key. @returns the network's id of it. */
  request(cardId: string, request: MissingTransactionRequest): Promise<string>
  /** After a success the transaction may also arrive as an event. */
  status(cardId: string, requestId: string): Promise<RequestStatus>
}
