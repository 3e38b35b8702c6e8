import { makeMonths } from '../../db/months.ts'
import { mailReachedBudgets } from '../budgets/budget-alerts.service.ts'
import { mailExpiringCards } from '../cards/card-health.service.ts'
import { remindMembersWithoutCard } from '../cards/card-reminder.service.ts'
import { advanceClaims } from '../claims/advance-claims.service.ts'
import { mailDueReports } from '../console-insight/report-mails.service.ts'
import { recordExpiredEmulations } from '../emulation/emulation.service.ts'
import { tellOfTime } from '../events/tell-of-time.service.ts'
import { exportDueTables } from '../exports/scheduled-exports.service.ts'
import { mailOverdueHolds } from '../holds/holds.service.ts'
import { eraseDueMembers } from '../leaving/erasure.service.ts'
import { addUpRewards } from '../ledger/reward-totals.service.ts'
import { clearOldMessages } from '../mail/old-messages.service.ts'
import { endVipYears } from '../members/vip.service.ts'
import { beginDueTerms } from '../merchants/terms/coming-terms.service.ts'
import { runPayoutsJob } from '../payouts/payouts.service.ts'
import { settleReferrals } from '../referrals/reward-referrer.service.ts'
import { announceEarnedRewards, mailEndingBonuses } from '../reward-mails/reward-mails.service.ts'
import { expireAuthorizations } from '../rewards/expire-authorizations.service.ts'
import { settleWithPartners } from '../settlement/settlement.service.ts'
import type { Job } from './jobs.service.ts'
import { deleteOldRows } from './retention.service.ts'

const hourly = '7 * * * *'
const nightly = '23 3 * * *'
/** At this hour mails arrive by day in America. */
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
    movesMoney: 'early',
    run: services => counted(expireAuthorizations(services), 'dines'),
  },
  {
    name: 'claims',
    schedule: hourly,
    movesMoney: 'early',
    run: services => counted(advanceClaims(services), 'claims'),
  },
  {
    name: 'erase-members',
    schedule: hourly,
    run: services => counted(eraseDueMembers(services, services.partners), 'members'),
  },
  { name: 'reward-totals', schedule: hourly, run: services => counted(addUpRewards(services), 'postings') },
  {
    name: 'begin-terms',
    schedule: '*/5 * * * *',
    movesMoney: 'early',
    run: services => counted(beginDueTerms(services), 'terms'),
  },
  {
    name: 'end-vip-years',
    schedule: hourly,
    movesMoney: 'early',
    run: services => counted(endVipYears(services), 'members'),
  },
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
  {
    name: 'budget-mails',
    schedule: '*/5 * * * *',
    run: services => counted(mailReachedBudgets(services), 'budgets'),
  },
  {
    name: 'hold-mails',
    schedule: hourly,
    run: services => counted(mailOverdueHolds(services), 'cases'),
  },
  {
    name: 'referrals',
    schedule: hourly,
    movesMoney: 'early',
    run: services => counted(settleReferrals(services), 'referrals'),
  },
  { name: 'settlement', schedule: nightly, movesMoney: 'always', run: settleWithPartners },
  { name: 'payouts', schedule: '* * * * *', movesMoney: 'early', run: runPayoutsJob },
  {
    name: 'end-emulations',
    schedule: '*/10 * * * *',
    run: services => counted(recordExpiredEmulations(services), 'emulations'),
  },
  {
    name: 'clear-old-messages',
    schedule: nightly,
    run: services => counted(clearOldMessages(services), 'messages'),
  },
  {
    name: 'tell-of-time',
    schedule: '*/5 * * * *',
    run: services => counted(tellOfTime(services), 'events'),
  },
  {
    name: 'report-mails',
    schedule: '*/5 * * * *',
    run: services => counted(mailDueReports(services), 'mails'),
  },
  {
    name: 'exports',
    schedule: hourly,
    run: services => counted(exportDueTables(services), 'programs'),
  },
  { name: 'months', schedule: hourly, run: ({ db, clock }) => makeMonths(db, clock.now()) },
  { name: 'delete-old-rows', schedule: hourly, run: deleteOldRows },
]

const counted = async (work: Promise<number>, noun: string): Promise<string> => `${await work} ${noun}`

async function done(work: Promise<void>): Promise<string> {
  await work
  return 'done'
}
