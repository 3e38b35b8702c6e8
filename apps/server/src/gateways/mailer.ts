/** A mail on its way out. `id` is the same at every try, so that whoever relays it can drop a second copy. */
export interface OutgoingMail {
  readonly id: string
  readonly fromName: string
  readonly fromAddress: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Who carries mails. Throws when one could not be handed over; it is tried again later. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<void>
}
