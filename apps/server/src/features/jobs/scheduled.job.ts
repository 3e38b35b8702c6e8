import { deleteExpiredAnswers } from '../bot-check/bot-check.service.ts'
import { mailExpiringCards } from '../cards/card-health.service.ts'
import { remindMembersWithoutCard } from '../cards/card-reminder.service.ts'
import { deleteExpiredCardTokens } from '../cards/cards.service.ts'
import { advanceClaims } from '../claims/advance-claims.service.ts'
import { eraseDueMembers } from '../leaving/erasure.service.ts'
import { endVipYears } from '../members/vip.service.ts'
import { runPayoutsJob } from '../payouts/payouts.service.ts'
import { deleteExpiredRateLimits } from '../rate-limits/shared-limit.service.ts'
import { deleteOldHolds } from '../reservations/reservations.service.ts'
import { expireAuthorizations } from '../rewards/inbox.service.ts'
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
  { name: 'end-vip-years', schedule: hourly, run: services => counted(endVipYears(services), 'members') },
  { name: 'settlement', schedule: nightly, run: settleWithPartners },
  { name: 'payouts', schedule: '* * * * *', run: runPayoutsJob },
  {
    name: 'delete-bot-check-answers',
    schedule: hourly,
    run: services => done(deleteExpiredAnswers(services)),
  },
  { name: 'delete-card-tokens', schedule: hourly, run: services => done(deleteExpiredCardTokens(services)) },
  { name: 'delete-rate-limits', schedule: hourly, run: services => done(deleteExpiredRateLimits(services)) },
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
  { name: 'delete-job-runs', schedule: nightly, run: services => counted(deleteOldRuns(services), 'runs') },
]

const counted = async (work: Promise<number>, noun: string): Promise<string> => `${await work} ${noun}`

async function done(work: Promise<void>): Promise<string> {
  await work
  return 'done'
}
