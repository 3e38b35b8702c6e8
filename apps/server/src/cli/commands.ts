import { writeBackupCommand } from './commands/backup-command.ts'
import { callCommand } from './commands/call-command.ts'
import { exportTablesCommand, journalCommand } from './commands/export-command.ts'
import { listJobsCommand, runJobCommand } from './commands/jobs-command.ts'
import { clearAddressCommand, importBouncesCommand } from './commands/mail-command.ts'
import { addMapCommand } from './commands/maps-command.ts'
import {
  cancelErasureCommand,
  changeMemberNumberCommand,
  eraseMemberCommand,
  exportMemberCommand,
  signOutMemberCommand,
} from './commands/members/members-command.ts'
import { refusedReferralsCommand } from './commands/members/referrals-command.ts'
import { outboxCommands } from './commands/outbox-command.ts'
import { liabilityCommand, partnerStatementCommand } from './commands/report-command.ts'
import { importBooksCommand } from './commands/restaurants/import-books-command.ts'
import { importMerchantsCommand } from './commands/restaurants/import-merchants-command.ts'
import { merchantStatementCommand } from './commands/restaurants/merchant-statement-command.ts'
import {
  addPhotoCommand,
  listPhotosCommand,
  removePhotosCommand,
} from './commands/restaurants/photos-command.ts'
import {
  hideReviewCommand,
  keepReviewCommand,
  listReviewsCommand,
} from './commands/restaurants/reviews-command.ts'
import {
  listAccrualsCommand,
  receiveAnswersCommand,
  sendAccrualsCommand,
} from './commands/rewards/exchange-command.ts'
import { importTransactionsCommand } from './commands/rewards/import-transactions-command.ts'
import { listInboxCommand, retryInboxCommand } from './commands/rewards/inbox-command.ts'
import { checkLedgerCommand } from './commands/rewards/ledger-command.ts'
import { runPayoutsCommand } from './commands/rewards/payouts-command.ts'
import { reconcileCommand } from './commands/rewards/reconcile-command.ts'
import { redecideRewardsCommand } from './commands/rewards/rewards-command.ts'
import { sandboxDineCommand } from './commands/sandbox/sandbox-dine-command.ts'
import { sandboxMissingCommand } from './commands/sandbox/sandbox-missing-command.ts'
import { sandboxPayoutsCommand } from './commands/sandbox/sandbox-payouts-command.ts'
import { sandboxSettleCommand } from './commands/sandbox/sandbox-settle-command.ts'
import { setSettingCommand, showSettingsCommand, unsetSettingCommand } from './commands/settings-command.ts'
import { checkSsoCommand } from './commands/sso-command.ts'
import {
  addStaffCommand,
  breakGlassCommand,
  removeStaffCommand,
  resetSecondFactorCommand,
  staffPasswordCommand,
} from './commands/staff-command.ts'
import type { Commands } from './control.ts'

const mails = outboxCommands('outgoingMails', 'mail')
const texts = outboxCommands('outgoingTexts', 'text')

export const commands: Commands = {
  'backup write': writeBackupCommand,
  'call run': callCommand,
  'exchange list': listAccrualsCommand,
  'exchange receive': receiveAnswersCommand,
  'exchange send': sendAccrualsCommand,
  'export journal': journalCommand,
  'export tables': exportTablesCommand,
  'import books': importBooksCommand,
  'import merchants': importMerchantsCommand,
  'import transactions': importTransactionsCommand,
  'inbox list': listInboxCommand,
  'inbox retry': retryInboxCommand,
  'jobs list': listJobsCommand,
  'jobs run': runJobCommand,
  'ledger check': checkLedgerCommand,
  'mail bounces': importBouncesCommand,
  'mail clear': clearAddressCommand,
  'mail list': mails.list,
  'mail retry': mails.retry,
  'maps add': addMapCommand,
  'members cancel-erasure': cancelErasureCommand,
  'members erase': eraseMemberCommand,
  'members export': exportMemberCommand,
  'members number': changeMemberNumberCommand,
  'members sign-out': signOutMemberCommand,
  'payouts run': runPayoutsCommand,
  'photos add': addPhotoCommand,
  'photos list': listPhotosCommand,
  'photos remove': removePhotosCommand,
  'reconcile file': reconcileCommand,
  'referrals refused': refusedReferralsCommand,
  'report liability': liabilityCommand,
  'report merchant-statement': merchantStatementCommand,
  'report partner-statement': partnerStatementCommand,
  'reviews hide': hideReviewCommand,
  'reviews keep': keepReviewCommand,
  'reviews list': listReviewsCommand,
  'rewards redecide': redecideRewardsCommand,
  'sandbox dine': sandboxDineCommand,
  'sandbox payouts': sandboxPayoutsCommand,
  'sandbox settle': sandboxSettleCommand,
  'sandbox missing': sandboxMissingCommand,
  'settings show': showSettingsCommand,
  'settings set': setSettingCommand,
  'settings unset': unsetSettingCommand,
  'sso check': checkSsoCommand,
  'staff add': addStaffCommand,
  'staff password': staffPasswordCommand,
  'staff reset-second-factor': resetSecondFactorCommand,
  'staff break-glass': breakGlassCommand,
  'staff remove': removeStaffCommand,
  'texts list': texts.list,
  'texts retry': texts.retry,
}
