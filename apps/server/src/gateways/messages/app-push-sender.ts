export interface AppPush {
  readonly id: string
  readonly partnerId: string
  /** It is the id of the app's messaging service: one app on one device. */
  readonly subscriptionId: string
  readonly title: string
  readonly body: string
  /** What pressing it opens. */
  readonly url: string
}

/** It sends notifications to the native apps of partners. */
export interface AppPushSender {
  /** Whether this partner has an app to send to. */
  sendsFor(partnerId: string): boolean
  /** @throws when a push was not accepted; it is retried, unless it is `PushGone`. */
  send(push: AppPush): Promise<void>
  /** Where pushes are files. */
  delete?(id: string): Promise<void>
}
