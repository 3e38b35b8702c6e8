import { hasEnrollment, hasFavorites, hasFlexOffers } from '@dineward/core/partner/partner-questions.ts'
import { loadPartners } from '@dineward/server/seeding.ts'
import { describe, expect, test } from 'vitest'
import { demoMembers } from './demo-members.ts'
import { demoEvents, demoFavorites, demoFlexOffers, demoOffers } from './demo-offers.ts'
import { demoParticipations } from './demo-participations.ts'
import { placesOf } from './demo-places.ts'
import { demoRestaurants } from './demo-restaurants.ts'

const today = '2026-03-10'
const now = new Date('2026-03-10T18:00:00Z')
const restaurants = demoRestaurants(today)
const partners = await loadPartners(new URL('../../../partners/', import.meta.url).pathname)

test('events: in the future, on days when the restaurant is open', () => {
  const places = placesOf(restaurants, [])
  const events = demoEvents(places, today)
  expect(events.length).toBeGreaterThan(40)
  for (const event of events) {
    expect(String(event.startsAt) > `${today}T23`, event.id).toBe(true)
    expect(String(event.endsAt) > String(event.startsAt), event.id).toBe(true)
    const weekday = new Date(`${event.startsAt}Z`).toLocaleDateString('en-US', {
      weekday: 'short',
      timeZone: 'UTC',
    })
    expect(places.find(({ id }) => id === event.merchantId)?.openDays, event.id).toContain(weekday)
  }
})

describe.each(partners.filter(hasEnrollment).map(partner => [partner.slug, partner] as const))(
  '%s',
  (_slug, partner) => {
    const terms = demoParticipations(partner, restaurants, today)
    const places = placesOf(restaurants, terms)
    const members = demoMembers(partner, now, null)

    test('offers: both kinds, in force, at restaurants of the partner', () => {
      const offers = demoOffers(terms, places, today)
      expect(offers.length).toBeGreaterThan(60)
      expect(new Set(offers.map(({ endsOn }) => endsOn === null))).toEqual(new Set([true, false]))
      for (const { startsOn, endsOn } of offers)
        expect(startsOn <= today && (endsOn ?? today) >= today).toBe(true)
      expect(new Set(offers.map(({ id }) => id)).size).toBe(offers.length)
    })

    test('flex offers and favorites: only where the partner has the feature', () => {
      const flexOffers = members.flatMap(member => demoFlexOffers(partner, member, places, today))
      expect(flexOffers.length > 0).toBe(hasFlexOffers(partner))
      const favorites = members.flatMap(member => demoFavorites(partner, member, places, now))
      expect(favorites.length > 0).toBe(hasFavorites(partner))
    })

    test('generated twice: the same', () => {
      expect(demoOffers(terms, places, today)).toEqual(demoOffers(terms, places, today))
      for (const member of members)
        expect(demoFavorites(partner, member, places, now)).toEqual(
          demoFavorites(partner, member, places, now),
        )
    })
  },
)
