import type { Partner } from '@dineward/core/partner/partner.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import { type SeededRandom, seededRandom } from '@dineward/core/shared/seeded-random.ts'
import {
  approveClaim,
  assignHold,
  decideHold,
  declineClaim,
  type HoldAnswer,
  postAdjustment,
  reportClaim,
} from '@dineward/server/seeding.ts'
import { sql } from 'kysely'
import { addDays, type Day, dayName } from '../days.ts'
import type { Place } from '../demo-places.ts'
import { staffActor } from '../demo-work.ts'
import { asMember, type Services } from '../play-history.ts'
import type { CityPlaces } from './crowd-dines.ts'
import type { CrowdMember } from './crowd-members.ts'
import type { ReviewTopic } from './crowd-reviews.ts'

export interface CrowdProgram {
  readonly partner: Partner
  readonly members: readonly CrowdMember[]
  readonly places: CityPlaces
  readonly topics: ReadonlyMap<string, ReviewTopic>
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
    await answerHolds(services, partner, now)
    // Toward the end more are reported, so that some wait.
    const isLately = now.getTime() - today.getTime() < days(12)
    if (random.chance(isLately ? 0.4 : 0.12))
      await reportMissing(services, program, random, random.pick(open))
    if (random.chance(0.2)) await adjust(services, partner, random, random.pick(open))
  }
}

/** Most miss a dine of which nothing is known, and some one that earned already, or could not. */
async function reportMissing(
  services: Services,
  { partner, places }: CrowdProgram,
  random: SeededRandom,
  { member, city, cards }: CrowdMember,
): Promise<void> {
  const today = localDateAt(partner.settings.timeZone, services.clock.now())
  const since = addDays(today, -random.int(11, 26))
  const known = random.chance(0.3) ? await knownDine(services, partner, since) : undefined
  const found = known ?? earningDay(random, places.get(city)!, since)
  const memberId = known?.memberId ?? member.id
  if (!found || (!known && cards[0]!.linkedAt.toISOString().slice(0, 10) >= since)) return
  // A second one about the same dinner would be refused.
  const reported = await services.db
    .selectFrom('claims')
    .select('id')
    .where('partnerId', '=', partner.slug)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  if (reported) return
  // The sandbox network would find every payment.
  const gateways = { ...services.gateways, missingTransactions: null }
  const report = {
    merchantId: found.merchantId,
    dinedOn: found.dinedOn,
    amount: ((known?.cents ?? random.int(1_800, 14_900)) / 100).toFixed(2),
    note: random.pick(notes),
    cardId: known?.cardId ?? cards[0]!.id,
  }
  const ctx = { ...(await asMember(services, partner, memberId)), gateways }
  await reportClaim({ ...ctx, limitRefused: (_, read) => read() }, report)
}

/** One that the network reported: it has earned, has not, or waits to be cleared, and then is taken first. */
function knownDine({ db }: Services, { slug }: Partner, since: Day) {
  return db
    .selectFrom('dines')
    .select(['memberId', 'linkedCardId as cardId'])
    .select(sql<string>`merchant_id`.as('merchantId'))
    .select(sql<number>`coalesce(cleared_cents, authorized_cents)`.as('cents'))
    .select(sql<string>`to_char(dined_at, 'YYYY-MM-DD')`.as('dinedOn'))
    .where('partnerId', '=', slug)
    .where('merchantId', 'is not', null)
    .where('status', 'in', ['Pending', 'Forfeit', 'Paid'])
    .where(sql<boolean>`dined_at::date = ${since}::date and coalesce(cleared_cents, authorized_cents) > 0`)
    .orderBy(sql`array_position(array['Pending', 'Forfeit', 'Paid'], status::text)`)
    .orderBy('sourceTransactionId')
    .executeTakeFirst()
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

/** Cases of dines that wait are answered within days; of the latest, some are still open and a few are overdue. */
async function answerHolds(services: Services, partner: Partner, now: Date): Promise<void> {
  const today = services.clock.now()
  const open = await services.db
    .selectFrom('dineHolds')
    .selectAll()
    .where('partnerId', '=', partner.slug)
    .where('state', '=', 'open')
    .execute()
  for (const hold of open) {
    const random = seededRandom(`case of ${hold.memberId} ${hold.units}`)
    const age = today.getTime() - hold.openedAt.getTime()
    const ctx = { ...staffOf(services, random.chance(0.7) ? 'support' : 'finance'), partner }
    const isTaken = random.chance(0.4)
    const isOverlooked = random.chance(0.4) && now.getTime() - hold.openedAt.getTime() < days(16)
    if (isTaken && hold.assignee === null)
      await assignHold(ctx, hold, { before: null, assignee: ctx.actor.email })
    if (isOverlooked || age < days(random.int(1, 5))) continue
    await decideHold(ctx, hold, random.pick(random.chance(0.75) ? releases : refusals))
  }
}

const releases = [
  'The restaurant confirms a wedding party.',
  'A company dinner; the receipt has eighteen guests.',
  'The member moved here lately and kept an old number.',
  'The restaurant confirms the bill by phone.',
].map((reason): HoldAnswer => ({ state: 'released', reason }))

const refusals = [
  'The restaurant does not know this bill.',
  'The member works there: the terms leave staff out.',
  'One party paid in parts to reach the bonus.',
].map((reason): HoldAnswer => ({ state: 'refused', reason }))

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
