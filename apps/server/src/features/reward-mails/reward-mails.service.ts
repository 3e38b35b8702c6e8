import { bonusEndsAt } from '@dineward/core/bonuses/member-bonus.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { days, minutes } from '@dineward/core/shared/clock.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import type { Context } from '../../context.ts'
import { Attempts } from '../../jobs/attempts.ts'
import { queueMails } from '../mail/mail.service.ts'
import { queueEarnedNotifications } from '../notifications/send-notifications.service.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { queueBonusEndingMail } from './bonus-ending.mail.ts'
import { earnedMail } from './earned.mail.ts'
import {
  type Award,
  type EarnedDine,
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
/** Postings appear when their transactions end, and clocks of processes differ. */
const overlapMs = 20_000
/** An old dine that is imported or claimed is no news. */
const newsMs = days(14)
const batchSize = 2_000
const mailsAtOnce = 50

/**
 * Right after card events were processed. The second call looks at what was posted since the first, each posting once,
 * so that an hour of many events costs each run no more than its own. @returns how many messages
 */
export function freshAnnouncer(services: MailServices, partners: Partners): () => Promise<number> {
  let doneUntil = Number.NEGATIVE_INFINITY
  let done: ReadonlySet<number> = new Set()
  return async () => {
    const now = services.clock.now().getTime()
    // A demo's clock may have been moved back.
    const known = doneUntil <= now ? doneUntil - overlapMs : Number.NEGATIVE_INFINITY
    const since = new Date(Math.max(now - freshMs, known))
    const { count, seen } = await announceSince(services, partners, since, done)
    doneUntil = now
    done = seen
    return count
  }
}

/**
 * The job, which finds what was missed: one mail a dine, to members who opted in, and a notification to each
 * browser where they turned them on. @returns how many of both.
 */
export async function announceEarnedRewards(services: MailServices, partners: Partners): Promise<number> {
  const since = new Date(services.clock.now().getTime() - lookBackMs)
  return (await announceSince(services, partners, since, new Set())).count
}

/** @param done postings that were looked at before. @returns those that this run has found, too */
async function announceSince(
  services: MailServices,
  partners: Partners,
  since: Date,
  done: ReadonlySet<number>,
): Promise<{ count: number; seen: ReadonlySet<number> }> {
  const attempts = new Attempts()
  const seen = new Set<number>()
  let count = 0
  for await (const awards of recentAwards(services, since)) {
    for (const { id } of awards) seen.add(id)
    const byPartner = Map.groupBy(
      awards.filter(({ id }) => !done.has(id)),
      ({ partnerId }) => partnerId,
    )
    for (const partner of partners.all()) {
      const dineIds = (byPartner.get(partner.slug) ?? []).map(({ correlationId }) => correlationId)
      if (dineIds.length > 0)
        count += await announceDines({ ...services, partner }, partners, dineIds, attempts)
    }
  }
  attempts.end()
  return { count, seen }
}

async function announceDines(
  given: Context,
  partners: Partners,
  dineIds: readonly string[],
  attempts: Attempts,
): Promise<number> {
  const { partner, db, clock } = given
  const ctx = { ...given, origin: partners.siteOf(partner) }
  const since = new Date(clock.now().getTime() - newsMs).toISOString().slice(0, 10)
  // Notifications go out whatever the partner mails: members have asked for these.
  let count = await queueEarnedNotifications(ctx, { dineIds, since })
  const { earned } = partner.settings.rewardMails
  if (earned === 'none') return count
  const onlyFirst = earned === 'firstDine'
  const dines = await selectEarnedDines(db, partner.slug, { dineIds, since, onlyFirst })
  for (let first = 0; first < dines.length; first += mailsAtOnce)
    count += await queueEarnedMails(ctx, dines.slice(first, first + mailsAtOnce), attempts)
  return count
}

/** Together, or each alone where one of them fails. @returns how many. */
async function queueEarnedMails(
  ctx: Context & { readonly origin: string },
  dines: readonly EarnedDine[],
  attempts: Attempts,
): Promise<number> {
  const queue = async (some: readonly EarnedDine[]) =>
    queueMails(
      ctx,
      some.map(dine => earnedMail(ctx, dine)),
    )
  try {
    await queue(dines)
    return dines.length
  } catch {
    let count = 0
    for (const dine of dines) if (await attempts.make(`dine ${dine.dineId}`, () => queue([dine]))) count++
    return count
  }
}

/** They come some at a time: an hour of many would not fit into the memory. */
async function* recentAwards({ db }: MailServices, since: Date): AsyncIterable<Award[]> {
  for (let before: number | null = null; ; ) {
    const batch: Award[] = await selectNewestPostings(db, { before, limit: batchSize })
    const recent = batch.filter(({ postedAt }) => postedAt >= since)
    yield recent.filter(({ kind }) => kind === 'dine_reward')
    if (recent.length === 0 || batch.length < batchSize) return
    before = batch.at(-1)!.id
  }
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
