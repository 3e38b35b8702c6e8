import { isVip } from '@dineward/core/members/member-questions.ts'
import { activatedTier } from '@dineward/core/members/members.rules.ts'
import { endOfYear } from '@dineward/core/members/vip.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { TierPlan } from '@dineward/core/rewards/plan.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { Attempts } from '../../jobs/attempts.ts'
import { recordEvents } from '../events/record-events.service.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { recordMemberAudit } from '../staff/audit.service.ts'
import { lockOptIn, updateMember } from './members.repository.ts'
import { insertTier, revokeGrants, selectEndedVips, updateGrant } from './tiers.repository.ts'
import { recordTierChange, type TierChange } from './tiers.service.ts'
import { queueVipMail } from './vip.mail.ts'

export interface DecidedTiers {
  readonly partner: Partner
  readonly memberId: string
  readonly tiers: TierPlan
  readonly now: Date
  /** Links in mails begin with it. */
  readonly origin: string
}

/** In the transaction that decides dines: the years of VIPs, the tier of now, and the mail that tells it. */
export async function saveTiers(
  db: Db,
  { partner, memberId, tiers, now, origin }: DecidedTiers,
): Promise<void> {
  const partnerId = partner.slug
  const { changed, granted, before, after, told } = tiers
  for (const { id, ...changes } of changed) await updateGrant(db, partnerId, id, changes)
  for (const { year, required, ...grant } of granted)
    await insertTier(db, {
      ...grant,
      partnerId,
      memberId,
      tierBefore: before,
      tierLevel: 3,
      cause: 'vip_qualified',
      vipYear: year,
      qualification: JSON.stringify(required),
      createdAt: now,
    })
  if (after !== before) {
    await updateMember(db, partnerId, memberId, { tierLevel: after })
    const change = { partnerId, memberId, from: before, to: after, at: now, now }
    if (isVip({ tierLevel: before })) await recordTierChange(db, { ...change, cause: 'vip_revoked' })
  }
  // Another year moves the end of a status whose level stays.
  if (after !== before || changed.length + granted.length > 0)
    recordEvents({ db, partner, clock: { now: () => now } }, [
      { type: 'tier.changed', id: memberId, memberId },
    ])
  for (const year of told)
    await queueVipMail({ db, partner, clock: { now: () => now }, origin }, { memberId, year })
}

interface ProgramTier {
  readonly memberId: string
  readonly level: 2 | 3
  /** Null: through the end of next year, as dines make VIPs. */
  readonly until: Date | null
  readonly cause: string
}

/**
 * By decision of the program, in the caller's transaction. No dine takes it back, and none repeats it in that year.
 */
export async function setProgramTier(
  ctx: Pick<Context, 'db' | 'partner' | 'clock' | 'actor'>,
  { memberId, level, until, cause }: ProgramTier,
): Promise<void> {
  const { db, partner, clock } = ctx
  const [partnerId, now] = [partner.slug, clock.now()]
  const member = await lockOptIn(db, partnerId, memberId)
  if (!member) return
  const to = level === 3 ? 3 : activatedTier(partner, member)
  const { tierLevel: before } = member
  if (level !== 3 && to === before) return
  const { timeZone } = partner.settings
  const year = Number(localDateAt(timeZone, now).slice(0, 4))
  await revokeGrants(db, { partnerId, memberId, now })
  const grant = { partnerId, memberId, tierBefore: before, cause: 'program', createdAt: now }
  await insertTier(db, {
    ...grant,
    tierLevel: 3,
    vipYear: year,
    validFrom: now,
    validTo: until ?? endOfYear(timeZone, year + 1),
    revokedAt: level === 3 ? null : now,
  })
  await updateMember(db, partnerId, memberId, { tierLevel: to })
  const change = { partnerId, memberId, from: before, to, at: now, now }
  if (level !== 3) await recordTierChange(db, { ...change, cause: 'program' })
  recordEvents(ctx, [{ type: 'tier.changed', id: memberId, memberId }])
  await recordMemberAudit(ctx, {
    action: 'tier.changed',
    memberId,
    before: { tierLevel: before },
    after: { tierLevel: to, until: until?.toISOString() ?? null },
    reason: cause,
  })
}

interface EndedVip extends Pick<TierChange, 'memberId' | 'cause' | 'at' | 'now'> {
  readonly partner: Partner
}

async function endVip(db: Db, { partner, ...ended }: EndedVip): Promise<void> {
  const member = await lockOptIn(db, partner.slug, ended.memberId)
  if (!member || !isVip(member)) return
  const to = activatedTier(partner, member)
  await updateMember(db, partner.slug, ended.memberId, { tierLevel: to })
  await recordTierChange(db, { ...ended, partnerId: partner.slug, from: member.tierLevel, to })
  const { memberId, now } = ended
  recordEvents({ db, partner, clock: { now: () => now } }, [{ type: 'tier.changed', id: memberId, memberId }])
}

/** At the turn of the year in the partner's time zone; at any later time it does the same. @returns how many ended. */
export async function endVipYears(services: {
  readonly db: Db
  readonly clock: Clock
  readonly partners: PartnerRegistry
}): Promise<number> {
  const attempts = new Attempts()
  const now = services.clock.now()
  let ended = 0
  for (const partner of services.partners.all()) {
    for (const { memberId, endedAt } of await selectEndedVips(services.db, partner.slug, now)) {
      const isEnded = await attempts.make(`member ${memberId}`, () =>
        services.db
          .transaction()
          .execute(db => endVip(db, { partner, memberId, cause: 'vip_ended', at: endedAt, now })),
      )
      if (isEnded) ended++
    }
  }
  attempts.end()
  return ended
}
