/** What the app's messaging service knows of this device; older shells use the flat names. */
interface MessagingInfo {
  readonly subscription?: { readonly id?: string; readonly optedIn?: boolean }
  readonly oneSignalUserId?: string
  readonly oneSignalSubscribed?: boolean
}

export interface OneSignal {
  login?(id: string): unknown
  logout?(): unknown
  readonly externalUserId?: {
    set?(user: { externalId: string }): unknown
    remove?(): unknown
  }
  /** Asks the member to allow notifications, once; afterwards the device's settings decide. */
  register?(): unknown
  info?(): Promise<MessagingInfo | undefined>
  onesignalInfo?(): Promise<MessagingInfo | undefined>
}

/** They are globals of the native shell (integrations: Native app bridge). */
export interface NativeWindow {
  readonly JSBridge?: unknown
  readonly webkit?: { readonly messageHandlers?: { readonly JSBridge?: unknown } }
  readonly median?: { readonly onesignal?: OneSignal }
  /** The shell's former name. */
  readonly gonative?: { readonly onesignal?: OneSignal }
}
