import { isVip, needsActivation } from '@dineward/core/members/member-questions.ts'
import { activatedTier } from '@dineward/core/members/members.rules.ts'
import { endOfYear } from '@dineward/core/members/vip.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import type { Db } from '../../db/open-database.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { lockOptIn, updateMember } from './members.repository.ts'
import { insertTier, selectEndedVips, selectVipGrants, updateGrant } from './tiers.repository.ts'
import { recordTierChange, type TierChange } from './tiers.service.ts'
import { queueVipMail } from './vip.mail.ts'

export interface Qualification {
  readonly partner: Partner
  readonly memberId: string
  readonly year: number
  /** The dine that reaches the threshold of the year; null where none does any more. */
  readonly dine: { readonly id: string; readonly at: Date } | null
  readonly now: Date
  /** Of links in mails. */
  readonly origin: string
}

/**
 * In the transaction that decides dines. The dine that reaches the threshold makes a VIP through the end of the next
 * year; a refund takes that back until its own year is over.
 */
export async function decideVip(db: Db, qualification: Qualification): Promise<void> {
  const { partner, memberId, year, dine, now } = qualification
  const grants = await selectVipGrants(db, { partnerId: partner.slug, memberId })
  const grant = grants.find(({ vipYear }) => vipYear === year)
  if (dine && !grant) return grantVip(db, qualification, dine)
  if (dine && grant && grant.dineId !== dine.id)
    return updateGrant(db, partner.slug, grant.id, { dineId: dine.id })
  if (dine || !grant?.dineId || endOfYear(partner.settings.timeZone, year) <= now) return
  await updateGrant(db, partner.slug, grant.id, { revokedAt: now })
  const isStillVip = grants.some(({ id, validTo }) => id !== grant.id && validTo !== null && validTo > now)
  if (!isStillVip) await endVip(db, { partner, memberId, cause: 'vip_revoked', at: now, now })
}

async function grantVip(
  db: Db,
  { partner, memberId, year, now, origin }: Qualification,
  dine: NonNullable<Qualification['dine']>,
): Promise<void> {
  const partnerId = partner.slug
  const validTo = endOfYear(partner.settings.timeZone, year + 1)
  const member = await lockOptIn(db, partnerId, memberId)
  if (!member || validTo <= now || needsActivation(member)) return
  await insertTier(db, {
    ...{ partnerId, memberId, validTo },
    tierBefore: member.tierLevel,
    tierLevel: 3,
    cause: 'vip_qualified',
    validFrom: dine.at,
    vipYear: year,
    dineId: dine.id,
    createdAt: now,
  })
  if (!isVip(member)) await updateMember(db, partnerId, memberId, { tierLevel: 3 })
  await queueVipMail({ db, partner, clock: { now: () => now }, origin }, { memberId, year })
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
}

/** At the turn of the year in the partner's time zone; at any later time it does the same. @returns how many ended. */
export async function endVipYears(services: {
  readonly db: Db
  readonly clock: Clock
  readonly partners: PartnerRegistry
}): Promise<number> {
  const now = services.clock.now()
  let ended = 0
  for (const partner of services.partners.all()) {
    for (const { memberId, endedAt } of await selectEndedVips(services.db, partner.slug, now)) {
      await services.db
        .transaction()
        .execute(db => endVip(db, { partner, memberId, cause: 'vip_ended', at: endedAt, now }))
      ended++
    }
  }
  return ended
}
