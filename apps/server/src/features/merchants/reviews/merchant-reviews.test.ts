import { randomUUID } from 'node:crypto'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { describe, expect, test } from 'vitest'
import { newMerchant } from '../../../testing/factories.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { newClient } from '../../../testing/test-client.ts'

const app = await createTestApp()

async function reviewed(partner: Partner, stars: readonly number[]): Promise<string> {
  const { id } = await newMerchant(app, partner)
  if (stars.length > 0)
    await app.database.db
      .insertInto('merchantReviews')
      .values(
        stars.map((rating, index) => ({
          id: randomUUID(),
          merchantId: id,
          authorName: 'Ada M.',
          rating,
          body: `Number ${index}`,
          // Three of each day, so that ties have to be broken.
          dinedOn: `2026-02-${String(28 - Math.floor(index / 3)).padStart(2, '0')}`,
        })),
      )
      .execute()
  return id
}

const pageOf = async (partner: Partner, id: string, query = '') =>
  newClient(app, partner).get(`/api/v2/Merchants/${id}/Reviews${query}`)

describe('reviews of a restaurant', () => {
  test('come in pages that hold each of them once, newest first', async () => {
    const partner = app.newPartner()
    const id = await reviewed(
      partner,
      Array.from({ length: 12 }, () => 4),
    )
    const pages = await Promise.all(
      ['', '?pageNo=2', '?pageNo=3'].map(async query => (await pageOf(partner, id, query)).json()),
    )
    expect(pages.map(({ reviews }) => reviews.length)).toEqual([5, 5, 2])
    expect(pages[1]).toMatchObject({ totalResultSize: 12, totalPages: 3, pageNo: 2 })
    const all = pages.flatMap(({ reviews }) => reviews) as { id: string; dinedOn: string }[]
    expect(new Set(all.map(review => review.id)).size).toBe(12)
    expect(all.map(review => review.dinedOn)).toEqual(
      all
        .map(review => review.dinedOn)
        .toSorted()
        .reverse(),
    )
    // The first page is what the restaurant itself comes with.
    const { reviews } = (await newClient(app, partner).get(`/api/v2/Merchants/${id}`)).json()
    expect(pages[0].reviews).toEqual(reviews)
  })

  test('past the last page there are none', async () => {
    const partner = app.newPartner()
    const id = await reviewed(partner, [5, 4])
    expect((await pageOf(partner, id, '?pageNo=1000000000&pageSize=50')).json()).toEqual({
      reviews: [],
      totalResultSize: 2,
      totalPages: 1,
      pageNo: 1_000_000_000,
    })
  })

  test('none at all is no page', async () => {
    const partner = app.newPartner()
    const id = await reviewed(partner, [])
    expect((await pageOf(partner, id)).json()).toEqual({
      reviews: [],
      totalResultSize: 0,
      totalPages: 0,
      pageNo: 1,
    })
  })

  test('come with how many gave each number of stars', async () => {
    const partner = app.newPartner()
    const id = await reviewed(partner, [5, 5, 4, 1, 5])
    const { reviewSpread } = (await newClient(app, partner).get(`/api/v2/Merchants/${id}`)).json()
    expect(reviewSpread).toEqual([1, 0, 0, 1, 3])
  })

  test('are not found where the restaurant is not', async () => {
    const id = await reviewed(app.newPartner(), [5])
    for (const unknown of [id, 'unknown', '%00'])
      expect((await pageOf(app.newPartner(), unknown)).json().code).toBe('merchant_not_found')
  })

  test.each(['pageNo=0', 'pageNo=x', 'pageSize=51', 'pageSize=-1', 'sort=best'])(
    'asked for with %s are refused',
    async query => {
      const partner = app.newPartner()
      const response = await pageOf(partner, await reviewed(partner, [5]), `?${query}`)
      expect([response.statusCode, response.json().code]).toEqual([400, 'validation_failed'])
    },
  )
})
