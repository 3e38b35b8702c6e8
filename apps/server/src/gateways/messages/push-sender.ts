export interface OutgoingPush {
  readonly id: string
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
  readonly payload: string
}

/** Another attempt would not help: the browser has ended its subscription, or has sent one that cannot be encrypted for. */
export class PushGone extends Error {
  override readonly name = 'PushGone'
}

export interface PushSender {
  /** Browsers subscribe with it: it is a point of P-256, in base64url (VAPID). */
  readonly publicKey: string
  /** @throws when a push was not accepted; it is retried, unless it is `PushGone`. */
  send(push: OutgoingPush): Promise<void>
  /** Where pushes are files. */
  delete?(id: string): Promise<void>
}
