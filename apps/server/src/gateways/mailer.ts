/** `id` is the same at each attempt, so that a relay can drop a duplicate. */
export interface OutgoingMail {
  readonly id: string
  readonly fromName: string
  readonly fromAddress: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** @throws when a mail could not be delivered; it is retried. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<void>
}
