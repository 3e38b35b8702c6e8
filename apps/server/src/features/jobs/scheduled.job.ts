import { deleteExpiredAnswers } from '../bot-check/bot-check.service.ts'
import { mailExpiringCards } from '../cards/card-health.service.ts'
import { remindMembersWithoutCard } from '../cards/card-reminder.service.ts'
import { deleteExpiredCardTokens } from '../cards/cards.service.ts'
import { advanceClaims } from '../claims/advance-claims.service.ts'
import { deleteOldFinanceRuns } from '../console-finance/work-finance-runs.service.ts'
import { deleteExpiredConsoleSessions } from '../console-session/console-session.service.ts'
import { deleteExpiredRestoreLinks } from '../credentials/email-restore.service.ts'
import { recordExpiredEmulations } from '../emulation/emulation.service.ts'
import { deleteExpiredSignIns } from '../identity/expired-sign-ins.service.ts'
import { eraseDueMembers } from '../leaving/erasure.service.ts'
import { addUpRewards } from '../ledger/reward-totals.service.ts'
import { clearOldMessages } from '../mail/old-messages.service.ts'
import { deleteOldProspectEmails } from '../members/enrollment.service.ts'
import { endVipYears } from '../members/vip.service.ts'
import { deleteOldImportRuns } from '../merchant-import/run-imports.service.ts'
import { beginDueTerms } from '../merchants/coming-terms.service.ts'
import { deleteExpiredChallenges } from '../passkeys/passkey-challenges.service.ts'
import { runPayoutsJob } from '../payouts/payouts.service.ts'
import { deleteExpiredRateLimits } from '../rate-limits/shared-limit.service.ts'
import { settleReferrals } from '../referrals/reward-referrer.service.ts'
import { deleteOldHolds } from '../reservations/reservations.service.ts'
import { announceEarnedRewards, mailEndingBonuses } from '../reward-mails/reward-mails.service.ts'
import { expireAuthorizations } from '../rewards/expire-authorizations.service.ts'
import { deleteReadChanges } from '../search/merchant-changes.service.ts'
import { settleWithPartners } from '../settlement/settlement.service.ts'
import { deleteOldReceivedTexts } from '../text-messages/text-replies.service.ts'
import { deleteOldEvents } from '../tracking/tracking.service.ts'
import { deleteOldRuns, type Job } from './jobs.service.ts'

const hourly = '7 * * * *'
const nightly = '23 3 * * *'
/** Mails arrive by day in America. */
const daily = '37 15 * * *'

/** Every job of the product, in the order in which due ones run. */
export const scheduledJobs: readonly Job[] = [
  {
    name: 'card-reminders',
    schedule: hourly,
    run: services => done(remindMembersWithoutCard(services, services.partners)),
  },
  {
    name: 'card-health',
    schedule: daily,
    run: services => counted(mailExpiringCards(services, services.partners), 'mails'),
  },
  {
    name: 'expire-authorizations',
    schedule: hourly,
    run: services => counted(expireAuthorizations(services), 'dines'),
  },
  { name: 'claims', schedule: hourly, run: services => counted(advanceClaims(services), 'claims') },
  {
    name: 'erase-members',
    schedule: hourly,
    run: services => counted(eraseDueMembers(services, services.partners), 'members'),
  },
  { name: 'reward-totals', schedule: hourly, run: services => counted(addUpRewards(services), 'postings') },
  {
    name: 'begin-terms',
    schedule: '*/5 * * * *',
    run: services => counted(beginDueTerms(services), 'terms'),
  },
  { name: 'end-vip-years', schedule: hourly, run: services => counted(endVipYears(services), 'members') },
  {
    name: 'earned-mails',
    schedule: '*/10 * * * *',
    run: services => counted(announceEarnedRewards(services, services.partners), 'messages'),
  },
  {
    name: 'bonus-mails',
    schedule: daily,
    run: services => counted(mailEndingBonuses(services, services.partners), 'mails'),
  },
  { name: 'referrals', schedule: hourly, run: services => counted(settleReferrals(services), 'referrals') },
  { name: 'settlement', schedule: nightly, run: settleWithPartners },
  { name: 'payouts', schedule: '* * * * *', run: runPayoutsJob },
  {
    name: 'delete-bot-check-answers',
    schedule: hourly,
    run: services => done(deleteExpiredAnswers(services)),
  },
  { name: 'delete-card-tokens', schedule: hourly, run: services => done(deleteExpiredCardTokens(services)) },
  { name: 'delete-rate-limits', schedule: hourly, run: services => done(deleteExpiredRateLimits(services)) },
  {
    name: 'delete-expired-sign-ins',
    schedule: hourly,
    run: services => done(deleteExpiredSignIns(services)),
  },
  {
    name: 'delete-console-sessions',
    schedule: hourly,
    run: services => done(deleteExpiredConsoleSessions(services)),
  },
  {
    name: 'end-emulations',
    schedule: '*/10 * * * *',
    run: services => counted(recordExpiredEmulations(services), 'emulations'),
  },
  {
    name: 'delete-passkey-challenges',
    schedule: hourly,
    run: services => done(deleteExpiredChallenges(services)),
  },
  {
    name: 'delete-restore-links',
    schedule: hourly,
    run: services => done(deleteExpiredRestoreLinks(services)),
  },
  { name: 'delete-table-holds', schedule: hourly, run: services => done(deleteOldHolds(services)) },
  {
    name: 'delete-received-texts',
    schedule: hourly,
    run: services => done(deleteOldReceivedTexts(services)),
  },
  {
    name: 'delete-tracking-events',
    schedule: nightly,
    run: services => counted(deleteOldEvents(services), 'events'),
  },
  {
    name: 'clear-old-messages',
    schedule: nightly,
    run: services => counted(clearOldMessages(services), 'messages'),
  },
  {
    name: 'delete-prospect-emails',
    schedule: nightly,
    run: services => counted(deleteOldProspectEmails(services), 'addresses'),
  },
  {
    name: 'delete-import-runs',
    schedule: nightly,
    run: services => counted(deleteOldImportRuns(services), 'imports'),
  },
  {
    name: 'delete-finance-runs',
    schedule: nightly,
    run: services => counted(deleteOldFinanceRuns(services), 'runs'),
  },
  {
    name: 'delete-merchant-changes',
    schedule: nightly,
    run: services => counted(deleteReadChanges(services), 'changes'),
  },
  { name: 'delete-job-runs', schedule: nightly, run: services => counted(deleteOldRuns(services), 'runs') },
]

const counted = async (work: Promise<number>, noun: string): Promise<string> => `${await work} ${noun}`

async function done(work: Promise<void>): Promise<string> {
  await work
  return 'done'
}
