import { isVip, needsActivation } from '@dineward/core/members/member-questions.ts'
import { activatedTier } from '@dineward/core/members/members.rules.ts'
import { endOfYear, type VipSpan } from '@dineward/core/members/vip.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import { Attempts } from '../../attempts.ts'
import type { Db } from '../../db/open-database.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { lockOptIn, updateMember } from './members.repository.ts'
import type { VipRequirement } from './members.tables.ts'
import {
  insertTier,
  selectEndedVips,
  selectVipGrants,
  updateGrant,
  type VipGrant,
} from './tiers.repository.ts'
import { recordTierChange, type TierChange } from './tiers.service.ts'
import { queueVipMail } from './vip.mail.ts'

/** From the dine that reaches the threshold of the year; `to` is the refund that undoes it, null where none does. */
type Reached = readonly { readonly dineId: string; readonly from: Date; readonly to: Date | null }[]

interface ReachedBy {
  readonly reached: Reached
  readonly required: VipRequirement
}

export interface Qualification {
  readonly partner: Partner
  readonly memberId: string
  readonly year: number
  /** By the threshold at that time; null: at the last one. */
  readonly reachedBy: (decidedAt: Date | null) => Promise<ReachedBy>
  readonly now: Date
  /** Of links in mails. */
  readonly origin: string
}

export interface VipChange {
  readonly before: readonly VipSpan[]
  readonly after: readonly VipSpan[]
}

/**
 * In the transaction that decides dines. The dine that reaches the threshold makes a VIP through the end of the next
 * year; a refund that was reported in its own year takes that back. @returns null where nothing changes.
 */
export async function decideVip(db: Db, qualification: Qualification): Promise<VipChange | null> {
  const { partner, memberId, year, now } = qualification
  const validTo = endOfYear(partner.settings.timeZone, year + 1)
  const grants = await selectVipGrants(db, { partnerId: partner.slug, memberId })
  const ofYear = grants.filter(({ vipYear }) => vipYear === year)
  // One of before tiers were kept is no dine's to take back.
  if (ofYear.some(({ dineId }) => dineId === null)) return null
  // A threshold that was changed since neither makes nor unmakes a VIP of the past.
  const decidedFirst = ofYear
    .map(({ createdAt }) => createdAt)
    .toSorted((a, b) => a.getTime() - b.getTime())[0]
  const { reached, required } = await qualification.reachedBy(decidedFirst ?? null)
  const before = ofYear.map(({ validFrom, revokedAt }) => spanOf(validFrom, revokedAt ?? validTo))
  const after = reached.map(({ from, to }) => spanOf(from, to ?? validTo))
  if (isSame(before.filter(isNotEmpty), after.filter(isNotEmpty))) return null
  const member = await lockOptIn(db, partner.slug, memberId)
  if (!member || needsActivation(member)) return null
  await saveGrants(db, qualification, { ofYear, reached, required, validTo, tierBefore: member.tierLevel })
  const others = grants.filter(({ vipYear }) => vipYear !== year)
  // A refund may be dated ahead; it ends the tier now.
  const isVipOfOthers = others.some(({ validTo: end, revokedAt }) => !revokedAt && end !== null && end > now)
  await saveTierNow(db, qualification, {
    wasVip: isVip(member),
    isVipNow: isVipOfOthers || (validTo > now && reached.some(({ to }) => to === null)),
    isFirst: ofYear.length === 0,
  })
  return { before, after }
}

interface Grants extends ReachedBy {
  readonly ofYear: readonly VipGrant[]
  readonly validTo: Date
  readonly tierBefore: number
}

/** A grant that never was stays as an empty one. At most one of a year is open, so those that end come first. */
async function saveGrants(
  db: Db,
  { partner, memberId, year, now }: Qualification,
  { ofYear, reached, required, validTo, tierBefore }: Grants,
): Promise<void> {
  const partnerId = partner.slug
  const matching = ({ validFrom }: VipGrant) =>
    reached.find(({ from }) => from.getTime() === validFrom.getTime())
  const updates = ofYear.map(grant => {
    const match = matching(grant)
    const revokedAt = match ? match.to : grant.validFrom
    return { id: grant.id, changes: { dineId: match?.dineId ?? grant.dineId, revokedAt } }
  })
  const isOpen = ({ changes }: (typeof updates)[number]) => Number(changes.revokedAt === null)
  for (const { id, changes } of updates.toSorted((a, b) => isOpen(a) - isOpen(b)))
    await updateGrant(db, partnerId, id, changes)
  const fresh = reached.filter(
    ({ from }) => !ofYear.some(grant => grant.validFrom.getTime() === from.getTime()),
  )
  for (const { dineId, from, to } of fresh)
    await insertTier(db, {
      ...{ partnerId, memberId, validTo, tierBefore, dineId },
      tierLevel: 3,
      cause: 'vip_qualified',
      validFrom: from,
      vipYear: year,
      revokedAt: to,
      qualification: JSON.stringify(required),
      createdAt: now,
    })
}

async function saveTierNow(
  db: Db,
  { partner, memberId, year, now, origin }: Qualification,
  { wasVip, isVipNow, isFirst }: { wasVip: boolean; isVipNow: boolean; isFirst: boolean },
): Promise<void> {
  if (!isVipNow) return endVip(db, { partner, memberId, cause: 'vip_revoked', at: now, now })
  if (!wasVip) await updateMember(db, partner.slug, memberId, { tierLevel: 3 })
  if (isFirst || !wasVip)
    await queueVipMail({ db, partner, clock: { now: () => now }, origin }, { memberId, year })
}

const spanOf = (from: Date, to: Date): VipSpan => ({ from: from.getTime(), to: to.getTime() })

const isNotEmpty = ({ from, to }: VipSpan): boolean => from < to

function isSame(a: readonly VipSpan[], b: readonly VipSpan[]): boolean {
  const textOf = (spans: readonly VipSpan[]) =>
    JSON.stringify(spans.map(({ from, to }) => [from, to]).toSorted(([a], [b]) => a! - b!))
  return textOf(a) === textOf(b)
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
