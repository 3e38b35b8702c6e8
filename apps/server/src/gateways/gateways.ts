import type { AppPushSender } from './app-push-sender.ts'
import type { BookingGateways } from './booking.ts'
import type { BotCheck } from './bot-check.ts'
import type { BreachedPasswords } from './breached-passwords.ts'
import type { CardVault } from './card-vault.ts'
import type { Mailer } from './mailer.ts'
import type { MalwareScanner } from './malware-scanner.ts'
import type { MissingTransactions } from './missing-transactions.ts'
import type { PartnerAccruals } from './partner-accruals.ts'
import type { PartnerCards } from './partner-cards.ts'
import type { PayoutProvider } from './payout-provider.ts'
import type { PhotoStore } from './photo-store.ts'
import type { PushSender } from './push-sender.ts'
import type { ReceiptStore } from './receipt-store.ts'
import type { SingleSignOn } from './single-sign-on.ts'
import type { TextMessenger } from './text-messenger.ts'

export interface Gateways {
  readonly accruals: PartnerAccruals
  readonly cardVault: CardVault
  readonly partnerCards: PartnerCards
  readonly botCheck: BotCheck
  /** Without it, none is asked. */
  readonly breachedPasswords?: BreachedPasswords
  readonly mailer: Mailer
  /** Null means that files are not scanned. */
  readonly malwareScanner: MalwareScanner | null
  readonly bookings: BookingGateways
  readonly photos: PhotoStore
  readonly receipts: ReceiptStore
  /** It is null where no card network can be asked: a person decides. */
  readonly missingTransactions: MissingTransactions | null
  readonly singleSignOn: SingleSignOn
  readonly texts: TextMessenger
  /** Null means that no notifications are offered. */
  readonly pushes: PushSender | null
  /** Null means that no native app is notified. */
  readonly appPushes: AppPushSender | null
  /** Null means that nothing is paid out. */
  readonly payouts: PayoutProvider | null
}
