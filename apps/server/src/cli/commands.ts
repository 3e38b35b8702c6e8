import {
  approveAdjustmentCommand,
  listAdjustmentsCommand,
  postAdjustmentCommand,
  rejectAdjustmentCommand,
  reverseAdjustmentCommand,
} from './adjustments-command.ts'
import { writeBackupCommand } from './backup-command.ts'
import { allowBookingCommand, banFromBookingCommand } from './bookings-command.ts'
import { approveClaimCommand, declineClaimCommand, listClaimsCommand } from './claims-command.ts'
import type { Commands } from './control.ts'
import { listAccrualsCommand, receiveAnswersCommand, sendAccrualsCommand } from './exchange-command.ts'
import { importBooksCommand } from './import-books-command.ts'
import { importMerchantsCommand } from './import-merchants-command.ts'
import { importTransactionsCommand } from './import-transactions-command.ts'
import { listInboxCommand, retryInboxCommand } from './inbox-command.ts'
import { listJobsCommand, runJobCommand } from './jobs-command.ts'
import { checkLedgerCommand } from './ledger-command.ts'
import { clearAddressCommand, importBouncesCommand } from './mail-command.ts'
import {
  cancelErasureCommand,
  changeMemberNumberCommand,
  eraseMemberCommand,
  exportMemberCommand,
  signOutMemberCommand,
} from './members-command.ts'
import { merchantStatementCommand } from './merchant-statement-command.ts'
import { merchantFeeCommand } from './merchants-command.ts'
import { outboxCommands } from './outbox-command.ts'
import { listPayoutsCommand, returnPayoutCommand, runPayoutsCommand } from './payouts-command.ts'
import { addPhotoCommand, listPhotosCommand, removePhotosCommand } from './photos-command.ts'
import { reconcileCommand } from './reconcile-command.ts'
import { refusedReferralsCommand } from './referrals-command.ts'
import { liabilityCommand, partnerStatementCommand } from './report-command.ts'
import { hideReviewCommand, keepReviewCommand, listReviewsCommand } from './reviews-command.ts'
import { redecideRewardsCommand } from './rewards-command.ts'
import { sandboxDineCommand } from './sandbox-dine-command.ts'
import { sandboxMissingCommand } from './sandbox-missing-command.ts'
import { sandboxPayoutsCommand } from './sandbox-payouts-command.ts'
import { sandboxSettleCommand } from './sandbox-settle-command.ts'
import { setSettingCommand, showSettingsCommand, unsetSettingCommand } from './settings-command.ts'
import { checkSsoCommand } from './sso-command.ts'
import {
  addStaffCommand,
  removeStaffCommand,
  resetSecondFactorCommand,
  staffPasswordCommand,
} from './staff-command.ts'

const mails = outboxCommands('outgoingMails', 'mail')
const texts = outboxCommands('outgoingTexts', 'text')

export const commands: Commands = {
  'adjustments approve': approveAdjustmentCommand,
  'adjustments list': listAdjustmentsCommand,
  'adjustments post': postAdjustmentCommand,
  'adjustments reject': rejectAdjustmentCommand,
  'adjustments reverse': reverseAdjustmentCommand,
  'backup write': writeBackupCommand,
  'bookings ban': banFromBookingCommand,
  'bookings allow': allowBookingCommand,
  'exchange list': listAccrualsCommand,
  'exchange receive': receiveAnswersCommand,
  'exchange send': sendAccrualsCommand,
  'claims list': listClaimsCommand,
  'claims approve': approveClaimCommand,
  'claims decline': declineClaimCommand,
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
  'members cancel-erasure': cancelErasureCommand,
  'members erase': eraseMemberCommand,
  'members export': exportMemberCommand,
  'members number': changeMemberNumberCommand,
  'members sign-out': signOutMemberCommand,
  'merchants fee': merchantFeeCommand,
  'payouts list': listPayoutsCommand,
  'payouts return': returnPayoutCommand,
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
  'staff remove': removeStaffCommand,
  'texts list': texts.list,
  'texts retry': texts.retry,
}
