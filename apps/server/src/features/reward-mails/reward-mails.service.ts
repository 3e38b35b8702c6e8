import { bonusEndsAt } from '@dineward/core/bonuses/member-bonus.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { days, minutes } from '@dineward/core/shared/clock.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import type { Context } from '../../context.ts'
import { Attempts } from '../../jobs/attempts.ts'
import { queueEarnedNotifications } from '../notifications/send-notifications.service.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { queueBonusEndingMail } from './bonus-ending.mail.ts'
import { queueEarnedMail } from './earned.mail.ts'
import {
  type Award,
  type OpenBonus,
  selectEarnedDines,
  selectNewestPostings,
  selectOpenBonuses,
} from './reward-mails.read.ts'

type MailServices = Omit<Context, 'partner'>
type Partners = Pick<PartnerRegistry, 'all' | 'siteOf'>

/** A process that was stopped for longer mails fewer. */
const lookBackMs = minutes(120)
/** Runs after card events and every minute. What takes longer is left to the job. */
const freshMs = minutes(3)
/** An old dine that is imported or claimed is no news. */
const newsMs = days(14)
const batchSize = 2_000

/** Right after card events were processed. @returns how many messages. */
export function announceFreshRewards(services: MailServices, partners: Partners): Promise<number> {
  return announceEarnedRewards(services, partners, freshMs)
}

/**
 * The job, which finds what was missed: one mail a dine, to members who opted in, and a notification to each
 * browser where they turned them on. @returns how many of both.
 */
export async function announceEarnedRewards(
  services: MailServices,
  partners: Partners,
  agoMs = lookBackMs,
): Promise<number> {
  const now = services.clock.now()
  const awards = await recentAwards(services, new Date(now.getTime() - agoMs))
  const since = new Date(now.getTime() - newsMs).toISOString().slice(0, 10)
  const attempts = new Attempts()
  let count = 0
  for (const partner of partners.all()) {
    const { earned } = partner.settings.rewardMails
    const dineIds = awards.get(partner.slug) ?? []
    if (dineIds.length === 0) continue
    const ctx = { ...services, partner, origin: partners.siteOf(partner) }
    // Notifications go out whatever the partner mails: members have asked for these.
    count += await queueEarnedNotifications(ctx, { dineIds, since })
    if (earned === 'none') continue
    const onlyFirst = earned === 'firstDine'
    for (const dine of await selectEarnedDines(services.db, partner.slug, { dineIds, since, onlyFirst })) {
      if (await attempts.make(`dine ${dine.dineId}`, () => queueEarnedMail(ctx, dine))) count++
    }
  }
  attempts.end()
  return count
}

/** The dines' ids are grouped by partner. */
async function recentAwards({ db }: MailServices, since: Date): Promise<Map<string, string[]>> {
  const awards: Award[] = []
  for (let before: number | null = null; ; ) {
    const batch: Award[] = await selectNewestPostings(db, { before, limit: batchSize })
    const recent = batch.filter(({ postedAt }) => postedAt >= since)
    awards.push(...recent.filter(({ kind }) => kind === 'dine_reward'))
    if (recent.length === 0 || batch.length < batchSize) break
    before = batch.at(-1)!.id
  }
  const byPartner = Map.groupBy(awards, ({ partnerId }) => partnerId)
  return new Map([...byPartner].map(([slug, some]) => [slug, some.map(one => one.correlationId)]))
}

/** Once a bonus and member, some days before its end. @returns how many. */
export async function mailEndingBonuses(services: MailServices, partners: Partners): Promise<number> {
  const now = services.clock.now()
  const attempts = new Attempts()
  let count = 0
  for (const partner of partners.all()) {
    const { timeZone, rewardMails } = partner.settings
    if (rewardMails.bonusEndsDays === 0) continue
    const from = localDateAt(timeZone, now)
    const until = localDateAt(timeZone, new Date(now.getTime() + days(rewardMails.bonusEndsDays)))
    const ctx = { ...services, partner, origin: partners.siteOf(partner) }
    for (const bonus of await selectOpenBonuses(services.db, partner.slug, { from, until })) {
      const endsOn = endOf(partner, bonus)
      if (endsOn === null || endsOn < from || endsOn > until) continue
      if (await attempts.make(`member ${bonus.member.id}`, () => queueBonusEndingMail(ctx, bonus, endsOn)))
        count++
    }
  }
  attempts.end()
  return count
}

/** The last local date of a dine that counts: of the member's window, or of the definition if that is earlier. */
function endOf(partner: Partner, { definition, joinedAt }: OpenBonus): string | null {
  const windowEnd = bonusEndsAt(partner, definition, { joinedAt, enrollmentSource: null })
  const lastInstant = windowEnd && new Date(windowEnd.getTime() - 1)
  const ends = [definition.to, lastInstant && localDateAt(partner.settings.timeZone, lastInstant)]
  return ends.filter(end => end !== null).sort()[0] ?? null
}
