import type { Partner } from '@dineward/core/partner/partner.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import { type SeededRandom, seededRandom } from '@dineward/core/shared/seeded-random.ts'
import { approveClaim, declineClaim, postAdjustment, reportClaim } from '@dineward/server/seeding.ts'
import { addDays, dayName } from '../days.ts'
import type { Place } from '../demo-places.ts'
import { staffActor } from '../demo-work.ts'
import type { Services } from '../play-history.ts'
import type { CityPlaces } from './crowd-dines.ts'
import type { CrowdMember } from './crowd-members.ts'

export interface CrowdProgram {
  readonly partner: Partner
  readonly members: readonly CrowdMember[]
  readonly places: CityPlaces
}

const staffOf = (services: Services, role: 'support' | 'finance') => ({
  ...services,
  actor: staffActor(role, services.clock.now()),
})

/** What members ask of staff on a day, and what staff do: `services` are of its evening, in its transaction. */
export async function playWork(services: Services, programs: readonly CrowdProgram[], now: Date) {
  const today = services.clock.now()
  for (const program of programs) {
    const { partner } = program
    const random = seededRandom(`work ${partner.slug} ${today.toISOString().slice(0, 10)}`)
    const joined = program.members.filter(
      ({ member }) => member.joinedAt.getTime() < today.getTime() - days(30),
    )
    const open = joined.filter(({ cards, member }) => cards.length > 0 && !member.closedAt)
    if (open.length < 10) continue
    await answerClaims(services, program, now)
    // Toward the end more are reported, so that some wait.
    const isLately = now.getTime() - today.getTime() < days(12)
    if (random.chance(isLately ? 0.4 : 0.12))
      await reportMissing(services, program, random, random.pick(open))
    if (random.chance(0.2)) await adjust(services, partner, random, random.pick(open))
  }
}

async function reportMissing(
  services: Services,
  { partner, places }: CrowdProgram,
  random: SeededRandom,
  { member, city, cards }: CrowdMember,
): Promise<void> {
  const since = addDays(localDateAt(partner.settings.timeZone, services.clock.now()), -random.int(11, 26))
  const found = earningDay(random, places.get(city)!, since)
  if (!found || cards[0]!.linkedAt.toISOString().slice(0, 10) >= since) return
  const { id } = member
  // A second one about the same dinner would be refused.
  const reported = await services.db
    .selectFrom('claims')
    .select('id')
    .where('partnerId', '=', partner.slug)
    .where('memberId', '=', id)
    .executeTakeFirst()
  if (reported) return
  const row = await services.db
    .selectFrom('members')
    .selectAll()
    .where('partnerId', '=', partner.slug)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const actor = { kind: 'member', ...row, summary: null } as const
  // The sandbox network would find every payment.
  const gateways = { ...services.gateways, missingTransactions: null }
  const report = {
    ...found,
    amount: (random.int(1_800, 14_900) / 100).toFixed(2),
    note: random.pick(notes),
    cardId: cards[0]!.id,
  }
  await reportClaim({ ...services, gateways, partner, actor, limitRefused: (_, read) => read() }, report)
}

const notes = [
  '',
  '',
  'I paid with my linked card and have waited for two weeks.',
  'We split the bill; this is my half.',
  'The terminal was down, so they ran the card by hand.',
  'Paid with my phone, same card.',
  'It was a birthday dinner, paid at the bar.',
]

/** A day on which the place earned, from the given one back. */
function earningDay(random: SeededRandom, places: readonly Place[], since: string) {
  const place = random.pick(places)
  const on = Array.from({ length: 7 }, (_, i) => addDays(since, -i)).find(
    day =>
      place.openDays.includes(dayName(day)) &&
      place.terms?.benefitDays.includes(dayName(day)) &&
      place.terms.joinedOn < day &&
      place.terms.leftOn === null,
  )
  return on ? { merchantId: place.id, dinedOn: on } : null
}

/** Some days after they were reported; of the latest, a few have been overlooked. */
async function answerClaims(services: Services, { partner, members }: CrowdProgram, now: Date) {
  const today = services.clock.now()
  const rows = await services.db
    .selectFrom('claims')
    .select(['id', 'memberId', 'dinedOn', 'createdAt'])
    .where('partnerId', '=', partner.slug)
    .where('state', '=', 'checking')
    .where('createdAt', '<', new Date(today.getTime() - days(1)))
    .execute()
  const own = new Set(rows.length > 0 ? members.map(({ member }) => member.id) : [])
  for (const { id, memberId, dinedOn, createdAt } of rows.filter(row => own.has(row.memberId))) {
    const random = seededRandom(`claim of ${memberId} ${dinedOn}`)
    if (today.getTime() - createdAt.getTime() < days(random.int(1, 4))) continue
    if (random.chance(0.3) && now.getTime() - createdAt.getTime() < days(12)) continue
    const ctx = { ...staffOf(services, random.chance(0.8) ? 'support' : 'finance'), partner }
    const reason = 'The restaurant has no payment with this card on that day. Please send us the receipt.'
    await (random.chance(0.7)
      ? approveClaim(ctx, { claimId: id }).catch(() => declineClaim(ctx, { claimId: id, reason }))
      : declineClaim(ctx, { claimId: id, reason }))
  }
}

async function adjust(services: Services, partner: Partner, random: SeededRandom, { member }: CrowdMember) {
  const { reason, most } = random.pick(goodwill)
  await postAdjustment(
    { ...staffOf(services, 'support'), partner },
    { memberId: member.id, units: Math.sign(most) * random.int(2, Math.abs(most) / 50) * 50, reason },
  )
}

const goodwill = [
  { reason: 'Goodwill for a long wait for an answer', most: 500 },
  { reason: 'A dinner at a restaurant that changed its terminal', most: 1_500 },
  { reason: 'Bonus that was promised on the phone', most: 1_000 },
  { reason: 'Points of a private event', most: 2_500 },
  { reason: 'Given twice for the same dinner', most: -300 },
]
