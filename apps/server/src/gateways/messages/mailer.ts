/** `id` is the same at each attempt, so that a relay can drop a duplicate. */
export interface OutgoingMail {
  readonly id: string
  readonly fromName: string
  readonly fromAddress: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Replies go there. */
  readonly replyTo: string
  /** One click ends mails like this one (RFC 8058); null where there is nothing to end. */
  readonly unsubscribeUrl: string | null
}

/** The mail server says that there is no such mailbox: another attempt would not help. */
export class RecipientRefused extends Error {
  override readonly name = 'RecipientRefused'
}

export interface Mailer {
  /** @throws when a mail could not be delivered; it is retried, unless it is `RecipientRefused`. */
  send(mail: OutgoingMail): Promise<void>
  /** What was sent, where mails are files. */
  read?(id: string): Promise<{ readonly text: string; readonly html: string } | null>
  /** Where mails are files. */
  delete?(id: string): Promise<void>
}
