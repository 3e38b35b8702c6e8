import type { MerchantSummary } from '@dineward/core/merchants/merchants.contract.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, type TestClient } from '../../testing/test-client.ts'
import { here, names, search } from './search-for-test.ts'

const app = await createTestApp()

describe('order and pages', () => {
  let client: TestClient
  let all: MerchantSummary[]
  beforeAll(async () => {
    const partner = app.newPartner()
    client = newClient(app, partner)
    // There are many ties on purpose: four places, three ratings, five names, two dates.
    for (let index = 0; index < 23; index++) {
      await newMerchant(
        app,
        partner,
        {
          name: ['Éclair', 'eden', 'Ebony', 'Zorba', 'apple'][index % 5]!,
          rating: [4.5, 3, null][index % 3]!,
          latitude: 40.75 + (index % 4) / 100,
        },
        { joinedOn: ['2024-05-01', '2025-05-01'][index % 2]! },
      )
    }
    all = (await search(client, `${here}&pageSize=100`)).merchants
    expect(all).toHaveLength(23)
  })

  test.each(['distance', 'rating', 'name', 'newest'])(
    'pages by %s never overlap and miss nothing',
    async sort => {
      const whole = (await search(client, `${here}&sortBy=${sort}&pageSize=100`)).merchants.map(
        ({ id }) => id,
      )
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 12 }), async size => {
          const pages: string[] = []
          for (let page = 1; page <= Math.ceil(23 / size); page++) {
            const result = await search(client, `${here}&sortBy=${sort}&pageSize=${size}&pageNo=${page}`)
            expect(result).toMatchObject({
              totalResultSize: 23,
              totalPages: Math.ceil(23 / size),
              pageNo: page,
            })
            pages.push(...result.merchants.map(({ id }) => id))
          }
          expect(pages).toEqual(whole)
        }),
        { numRuns: 5 },
      )
    },
  )

  test('by distance, then id', async () => {
    const expected = [...all].sort((a, b) => a.distance! - b.distance! || (a.id < b.id ? -1 : 1))
    expect(all.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
  })

  test('by name without regard to case and accents', async () => {
    const { merchants } = await search(client, `${here}&sortBy=name&pageSize=100`)
    const order = [...new Set(merchants.map(({ name }) => name))]
    expect(order).toEqual(['apple', 'Ebony', 'Éclair', 'eden', 'Zorba'])
  })

  test('by rating, the unrated last', async () => {
    const { merchants } = await search(client, `${here}&sortBy=rating&pageSize=100`)
    const ratings = merchants.map(({ details }) => details.rating.overallRating)
    expect(ratings).toEqual([...ratings].sort((a, b) => b - a))
    expect(ratings.at(-1)).toBe(0)
  })

  test('page past the last -> empty, with the same total', async () => {
    const result = await search(client, `${here}&pageNo=1000000000&pageSize=100`)
    expect(result).toMatchObject({ merchants: [], totalResultSize: 23, totalPages: 1 })
  })
})

describe('in and out of the program, by the restaurant’s own date', () => {
  test('one that left is not found; one that leaves or joins says so', async () => {
    const partner = app.newPartner()
    await newMerchant(app, partner, { name: 'Left today' }, { leftOn: '2026-03-10' })
    await newMerchant(app, partner, { name: 'Leaves tomorrow' }, { leftOn: '2026-03-11' })
    await newMerchant(app, partner, { name: 'Joins tomorrow' }, { joinedOn: '2026-03-11' })
    await newMerchant(app, partner, { name: 'Joined yesterday' }, { joinedOn: '2026-03-09' })
    await newMerchant(app, partner, { name: 'Always there' })
    const { merchants } = await search(newClient(app, partner), `${here}&sortBy=name`)
    expect(merchants.map(({ name, details }) => [name, details.highlight])).toEqual([
      ['Always there', null],
      ['Joined yesterday', 'new'],
      ['Joins tomorrow', 'comingSoon'],
      ['Leaves tomorrow', 'leavingSoon'],
    ])
  })

  test('leaving on the 11th, it is still there late on the 10th in New York, while Honolulu would have hours to go', async () => {
    const partner = app.newPartner()
    await newMerchant(app, partner, { name: 'East' }, { leftOn: '2026-03-11' })
    await newMerchant(app, partner, { name: 'West', timezone: 'Pacific/Honolulu' }, { leftOn: '2026-03-11' })
    const client = newClient(app, partner)
    const before = app.clock.now()
    try {
      app.clock.set('2026-03-11T03:59:00Z')
      expect(names(await search(client, here))).toEqual(['East', 'West'])
      app.clock.set('2026-03-11T04:00:00Z')
      expect(names(await search(client, here))).toEqual(['West'])
    } finally {
      app.clock.set(before)
    }
  })
})
