import { days, minutes } from '@dineward/core/shared/clock.ts'
import { seededRandom } from '@dineward/core/shared/seeded-random.ts'
import {
  type Db,
  expireAuthorizations,
  type PayoutProvider,
  receiveAnswers,
  returnPayout,
  runPayouts,
  type ServedWorld,
  sendAccruals,
  sendDueMails,
} from '@dineward/server/seeding.ts'
import { type DemoCardEvent, demoCardEvents } from '../demo-card-events.ts'
import {
  acceptingPartner,
  asOneTransaction,
  at,
  dayOf,
  endOfDay,
  processAll,
  receive,
  type Services,
  servicesOf,
  settle,
} from '../play-history.ts'
import { crowdDines } from './crowd-dines.ts'
import type { CrowdMember } from './crowd-members.ts'
import { openCampaigns, registerForBonuses } from './crowd-promotions.ts'
import { writeReviews } from './crowd-reviews.ts'
import { type CrowdProgram, playWork } from './crowd-work.ts'

/** They come in the order of time. Authorizations of the past that were cleared since are left out: they say nothing more. */
export function crowdEvents(programs: readonly CrowdProgram[], now: Date, until: Date): DemoCardEvent[] {
  const lately = new Date(now.getTime() - days(30))
  return programs
    .flatMap(({ members, places }) => members.flatMap(member => crowdDines(member, places, until)))
    .flatMap(dine => {
      const events = demoCardEvents(dine)
      return events.length > 1 && events[0]!.at < lately ? events.slice(1) : events
    })
    .filter(event => event.at <= until)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** Day by day, a transaction each, with the clock of that day: who joins, what cards report, the jobs, and staff. */
export async function playCrowd(
  world: ServedWorld,
  programs: readonly CrowdProgram[],
  events: readonly DemoCardEvent[],
  onDay: (daysLeft: number) => Promise<void>,
): Promise<void> {
  const now = world.clock.now()
  const joining = Map.groupBy(
    programs.flatMap(({ members }) => members.filter(({ member }) => member.joinedAt <= now)),
    ({ member }) => dayOf(member.joinedAt),
  )
  const past = events.filter(event => event.at <= now)
  const byDay = Map.groupBy(past, event => dayOf(event.at))
  const today = dayOf(now)
  for (let day = Math.min(...joining.keys()); day <= today; day++) {
    await world.database.db.transaction().execute(async trx => {
      const services = servicesOf(world, asOneTransaction(trx))
      await insertCrowd(trx, joining.get(day) ?? [])
      const ofDay = byDay.get(day) ?? []
      await receive(services, ofDay)
      await processAll(services, ofDay)
      const evening = at(services, endOfDay(day, now))
      for (const program of programs) {
        await registerForBonuses(evening, program)
        await openCampaigns(evening, program, today - day)
        await writeReviews(evening, program)
      }
      await playWork(evening, programs, now)
      await runJobs(evening, today - day)
    })
    await onDay(today - day)
  }
}

export async function insertCrowd(
  db: Db,
  joining: readonly Pick<CrowdMember, 'member' | 'cards'>[],
): Promise<void> {
  if (joining.length === 0) return
  await db
    .insertInto('members')
    .values(joining.map(({ member }) => member))
    .execute()
  const cards = joining.flatMap(one => one.cards)
  if (cards.length > 0) await db.insertInto('linkedCards').values(cards).execute()
}

const partnerOfPast = acceptingPartner()

/** Once a week partners get files and answer within hours, and members are paid. */
async function runJobs(evening: Services, daysAgo: number): Promise<void> {
  if (daysAgo % 7 === 2) {
    await settle(evening, partnerOfPast, sendAccruals)
    const later = at(evening, new Date(evening.clock.now().getTime() + minutes(180)))
    await settle(later, partnerOfPast, receiveAnswers)
    await expireAuthorizations(evening)
  }
  if (daysAgo % 7 === 2 || daysAgo < 14) {
    const payouts = humanProvider(daysAgo)
    await runPayouts({ ...evening, gateways: { ...evening.gateways, payouts } })
    await returnSome(evening)
  }
  await sendDueMails({ ...evening, mailer: { send: async () => {} } })
}

/** Orders that the provider took and knows nothing of since: after many questions they are errors. */
const forgotten = new Set<string>()

/** Of a hundred payouts it refuses two, some of two weeks ago it forgot, and lately some are on their way. */
function humanProvider(daysAgo: number): PayoutProvider {
  const isLately = daysAgo < 3
  return {
    deliveries: ['Card', 'Email'],
    async send({ externalId, recipient, amountCents, delivery }) {
      const random = seededRandom(`payout to ${recipient.email} of ${amountCents}`)
      if (daysAgo > 10 && daysAgo < 14 && random.chance(0.2)) {
        forgotten.add(externalId)
        return { state: 'received' }
      }
      if (random.chance(0.02))
        return { state: 'refused', reason: delivery === 'Card' ? 'card_closed' : 'email_undeliverable' }
      if (isLately && random.chance(0.3)) throw new Error('the provider did not answer')
      return { state: isLately && random.chance(0.3) ? 'received' : 'paid' }
    },
    find: async externalId => {
      if (forgotten.has(externalId)) return null
      return isLately && seededRandom(`later ${externalId}`).chance(0.5)
        ? { state: 'received' }
        : { state: 'paid' }
    },
  }
}

/** A bank sends one of a hundred back within days. */
async function returnSome(services: Services): Promise<void> {
  const since = new Date(services.clock.now().getTime() - days(8))
  const paid = await services.db
    .selectFrom('statementCredits')
    .select(['partnerId', 'id', 'memberId'])
    .where('status', '=', 'completed')
    .where('settledAt', '>', since)
    .where('settledAt', '<', services.clock.now())
    .execute()
  for (const { partnerId, id, memberId } of paid) {
    const partner = services.partners.bySlug(partnerId)!
    if (!seededRandom(`returned ${memberId} ${services.clock.now().toISOString()}`).chance(0.01)) continue
    await returnPayout({ ...services, partner, origin: services.partners.siteOf(partner) }, id, 'refused')
  }
}
