import { hasEnrollment, hasFavorites } from '@dineward/core/partner/partner-questions.ts'
import { loadPartners } from '@dineward/server/seeding.ts'
import { expect, test } from 'vitest'
import { demoList } from './demo-lists.ts'
import { demoMembers } from './demo-members.ts'
import { demoParticipations } from './demo-participations.ts'
import { demoRestaurants } from './demo-restaurants.ts'

const now = new Date('2026-03-10T18:00:00Z')
const today = '2026-03-10'
const restaurants = demoRestaurants(today)
const partners = await loadPartners(new URL('../../../partners/', import.meta.url).pathname)

test.each(partners.filter(hasEnrollment).map(partner => [partner.slug, partner] as const))(
  'list of %s: four restaurants of the program that take bookings, with a vote on them, where it has lists',
  (_slug, partner) => {
    const terms = demoParticipations(partner, restaurants, today)
    const members = demoMembers(partner, now, null)
    const lists = members.flatMap(member => demoList({ partner, member, restaurants, terms, now }))
    expect(lists).toHaveLength(hasFavorites(partner) ? 1 : 0)
    const bookable = new Set(
      restaurants.filter(one => one.merchant.takesBookings).map(one => one.merchant.id),
    )
    for (const { places, vote, guests } of lists) {
      expect(places.filter(({ merchantId }) => bookable.has(merchantId))).toHaveLength(4)
      expect(vote.merchantIds).toEqual(places.map(({ merchantId }) => merchantId))
      expect(guests.flatMap(guest => guest.merchantIds).every(id => vote.merchantIds.includes(id))).toBe(true)
    }
  },
)
