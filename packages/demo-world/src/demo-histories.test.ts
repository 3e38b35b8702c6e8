import { merchantHighlight } from '@dineward/core/merchants/merchant-highlight.rules.ts'
import { exclusiveCampaigns, requiredTierOf } from '@dineward/core/merchants/unlock-access.rules.ts'
import { hasEnrollment } from '@dineward/core/partner/partner-questions.ts'
import { payoutCents, paysOut } from '@dineward/core/payouts/payouts.rules.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import { decidePastDine, loadPartners } from '@dineward/server/seeding.ts'
import { describe, expect, test } from 'vitest'
import { demoCredits, unpaidDines } from './demo-credits.ts'
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
    test('dines: only at restaurants that were open', () => {
      const restaurants = demoRestaurants('2026-03-10')
      const places = placesOf(restaurants, demoParticipations(partner, restaurants, '2026-03-10'))
      const now = new Date('2026-03-10T18:00:00Z')
      for (const member of demoMembers(partner, now, null)) {
        for (const dine of demoDines(partner, member, places, now)) {
          const place = places.find(one => one.id === dine.merchantId)!
          const weekday = new Date(`${dine.dinedAt}Z`).toLocaleDateString('en-US', {
            weekday: 'short',
            timeZone: 'UTC',
          })
          expect(place.openDays, dine.transactionId).toContain(weekday)
          if (dine.status === 'Forfeit') continue
          expect(place.terms?.benefitDays, dine.transactionId).toContain(weekday)
          const asked = requiredTierOf(exclusiveCampaigns(partner, place.terms?.campaignCodes ?? []))
          expect(asked ?? 0, dine.transactionId).toBeLessThanOrEqual(dine.tier)
        }
      }
    })

    test('history: the rules decide the same, on any day it is loaded', () => {
      for (let day = 0; day < 400; day += 9) {
        const now = new Date(Date.UTC(2026, 0, 1 + day, 15))
        const today = now.toISOString().slice(0, 10)
        const restaurants = networkOn(today)
        const places = placesOf(restaurants, demoParticipations(partner, restaurants, today))
        const [member] = demoMembers(partner, now, null)
        const dines = demoDines(partner, member!, places, now)
        const statuses = dines.map(dine => decidePastDine(partner, dine, now).row.status)
        expect(new Set(statuses).size, today).toBe(5)
        expect(
          dines.every(dine => dine.dinedAt < now.toISOString()),
          today,
        ).toBe(true)
      }
    })

    test('credits: none is due, on any day it is loaded', () => {
      if (!paysOut(partner)) return
      for (let day = 0; day < 400; day += 9) {
        const now = new Date(Date.UTC(2026, 0, 1 + day, 5, 30))
        const today = localDateAt('America/New_York', now)
        const places = placesOf(networkOn(today), demoParticipations(partner, networkOn(today), today))
        const friends = [20, 200].map(ago => ({ units: 500, createdAt: new Date(now.getTime() - days(ago)) }))
        for (const member of demoMembers(partner, now, null)) {
          const dines = unpaidDines(partner, demoDines(partner, member, places, now))
          const referrals = friends.map(friend => ({ ...friend, memberId: member.member.id }))
          const credits = demoCredits(partner, member, dines, { now, referrals })
          let balance = 1_000
          for (const { row } of dines.map(dine => decidePastDine(partner, dine, now)))
            if (row.status !== 'Pending') balance += row.rewardUnits
          for (const { amountCents } of credits) balance -= amountCents
          expect(payoutCents(partner, balance), `${today} ${member.person}`).toBeNull()
          expect(balance, `${today} ${member.person}`).toBeGreaterThanOrEqual(0)
          expect(credits.every(({ createdAt }) => createdAt <= now)).toBe(true)
        }
      }
    })

    test('generated twice: the same', () => {
      const now = new Date('2026-03-10T18:00:00Z')
      expect(demoMembers(partner, now, 'x')).toEqual(demoMembers(partner, now, 'x'))
    })
  },
)
