import type { MissingTransactions } from './accruals/missing-transactions.ts'
import type { PartnerAccruals } from './accruals/partner-accruals.ts'
import type { BookingGateways } from './booking.ts'
import type { CardVault } from './cards/card-vault.ts'
import type { PartnerCards } from './cards/partner-cards.ts'
import type { BotCheck } from './checks/bot-check.ts'
import type { BreachedPasswords } from './checks/breached-passwords.ts'
import type { ExportStores } from './files/export-store.ts'
import type { MalwareScanner } from './files/malware-scanner.ts'
import type { PhotoStore } from './files/photo-store.ts'
import type { ReceiptStore } from './files/receipt-store.ts'
import type { AppPushSender } from './messages/app-push-sender.ts'
import type { Mailer } from './messages/mailer.ts'
import type { PushSender } from './messages/push-sender.ts'
import type { TextMessenger } from './messages/text-messenger.ts'
import type { WalletKeys } from './passes/wallet-keys.ts'
import type { PayoutProvider } from './payouts/payout-provider.ts'
import type { SignInProviders } from './sign-on/sign-in-providers.ts'
import type { SingleSignOn } from './sign-on/single-sign-on.ts'
import type { StaffSignOn } from './sign-on/staff-sign-on.ts'

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
  readonly exports: ExportStores
  /** It is null where no card network can be asked: a person decides. */
  readonly missingTransactions: MissingTransactions | null
  readonly walletKeys: WalletKeys
  readonly singleSignOn: SingleSignOn
  readonly signInProviders: SignInProviders
  /** Null where staff have no single sign-on. */
  readonly staffSignOn: StaffSignOn | null
  readonly texts: TextMessenger
  /** Null means that no notifications are offered. */
  readonly pushes: PushSender | null
  /** Null means that no native app is notified. */
  readonly appPushes: AppPushSender | null
  /** Null means that nothing is paid out. */
  readonly payouts: PayoutProvider | null
}
