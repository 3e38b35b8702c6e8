import { merchantHighlight } from '@dineward/core/merchants/merchant-highlight.rules.ts'
import { hasEnrollment } from '@dineward/core/partner/partner-questions.ts'
import { weekdayOf } from '@dineward/core/shared/local-date.ts'
import { loadPartners } from '@dineward/server/seeding.ts'
import { describe, expect, test } from 'vitest'
import { longTest } from '../../../apps/server/src/testing/long-test.ts'
import { demoCardEvents } from './demo-card-events.ts'
import { demoDines } from './demo-dines.ts'
import { demoMembers } from './demo-members.ts'
import { demoParticipations } from './demo-participations.ts'
import { placesOf } from './demo-places.ts'
import { demoRestaurants } from './demo-restaurants.ts'

const partners = await loadPartners(new URL('../../../partners/', import.meta.url).pathname)
const joinable = partners.filter(hasEnrollment)

/** The network is the same for all partners. */
const networks = new Map<string, ReturnType<typeof demoRestaurants>>()
function networkOn(day: string) {
  const network = networks.get(day) ?? demoRestaurants(day)
  networks.set(day, network)
  return network
}

describe.each(partners.map(partner => [partner.slug, partner] as const))('%s', (_slug, partner) => {
  const restaurants = demoRestaurants('2026-03-10')
  const terms = demoParticipations(partner, restaurants, '2026-03-10')

  test('restaurants: 85 to 95 percent, others for each partner', () => {
    const share = terms.length / restaurants.length
    expect(share).toBeGreaterThan(0.83)
    expect(share).toBeLessThan(0.97)
    const others = demoParticipations({ ...partner, slug: 'another' }, restaurants, '2026-03-10')
    expect(others.map(one => one.merchantId)).not.toEqual(terms.map(one => one.merchantId))
  })

  test('restaurants: every highlight, some that left, some with days that do not earn, some with limits', () => {
    const highlights = terms.map(one => merchantHighlight(one, '2026-03-10'))
    for (const highlight of ['new', 'comingSoon', 'leavingSoon'])
      expect(highlights.filter(one => one === highlight).length, highlight).toBeGreaterThanOrEqual(5)
    expect(terms.filter(one => one.leftOn && one.leftOn <= '2026-03-10').length).toBeGreaterThanOrEqual(3)
    expect(terms.filter(one => one.benefitDays.length < 7).length).toBeGreaterThan(50)
    expect(terms.filter(one => one.maxSpendPerMonthCents !== null).length).toBeGreaterThan(20)
    expect(terms.filter(one => one.maxVisitsPerMonth !== null).length).toBeGreaterThan(20)
  })

  test('booking bonus: at every bookable restaurant, only where the partner has one', () => {
    const bookable = new Set(
      restaurants.filter(({ merchant }) => merchant.takesBookings).map(({ merchant }) => merchant.id),
    )
    expect(bookable.size).toBeGreaterThan(50)
    for (const { merchantId, reservationBonus } of terms)
      expect(reservationBonus !== null, merchantId).toBe(
        partner.settings.hasReservationBonus && bookable.has(merchantId),
      )
  })
})

describe.each(joinable.map(partner => [partner.slug, partner] as const))(
  'a member of %s',
  (_slug, partner) => {
    const dinesOf = (now: Date) => {
      const today = now.toISOString().slice(0, 10)
      const places = placesOf(networkOn(today), demoParticipations(partner, networkOn(today), today))
      return demoMembers(partner, now, null).map(({ person, ...member }) => ({
        person,
        dines: demoDines(partner, { person, ...member }, places, now),
      }))
    }
    const now = new Date('2026-03-10T18:00:00Z')

    test('dines: only at restaurants that were open, on days that earn unless they are to be forfeited', () => {
      for (const { dinedAt, place, forfeitedFor, transactionId } of dinesOf(now).flatMap(one => one.dines)) {
        const [date, weekday] = [dinedAt.slice(0, 10), weekdayOf(dinedAt.slice(0, 10))]
        expect(place.openDays, transactionId).toContain(weekday)
        if (forfeitedFor) continue
        expect(place.terms?.benefitDays, transactionId).toContain(weekday)
        expect(place.terms!.joinedOn <= date, transactionId).toBe(true)
      }
    })

    test('card events: none before its card was linked, the authorization as it happens, the others later', () => {
      const dines = dinesOf(now).flatMap(one => one.dines)
      for (const dine of dines) {
        const events = demoCardEvents(dine)
        expect(
          events.every(({ at }) => at > dine.card.linkedAt),
          dine.transactionId,
        ).toBe(true)
        expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted((a, b) => +a - +b))
      }
      const kinds = dines.map(dine =>
        demoCardEvents(dine)
          .map(({ event }) => event.slice(12))
          .join(' '),
      )
      expect(new Set(kinds)).toEqual(new Set(['auth', 'auth clearing', 'auth clearing refund', 'clearing']))
    })

    test('a year of the member: on any day it is loaded too few dines for a VIP', longTest, () => {
      for (let day = 0; day < 400; day += 9) {
        const then = new Date(Date.UTC(2026, 0, 1 + day, 15))
        const { dines } = dinesOf(then).find(({ person }) => person === 'member')!
        const counted = dines.filter(
          ({ forfeitedFor }) => forfeitedFor === null || forfeitedFor === 'refunded_in_full',
        )
        const years = Map.groupBy(counted, ({ dinedAt }) => dinedAt.slice(0, 4))
        for (const [year, ofYear] of years) {
          const cleared = ofYear.filter(dine =>
            demoCardEvents(dine).some(({ event, at }) => event === 'transaction.clearing' && at <= then),
          )
          expect(cleared.length, `${year} on ${then.toISOString()}`).toBeLessThanOrEqual(10)
        }
      }
    })

    test('generated twice: the same', () => {
      const now = new Date('2026-03-10T18:00:00Z')
      expect(demoMembers(partner, now, 'x')).toEqual(demoMembers(partner, now, 'x'))
    })
  },
)
