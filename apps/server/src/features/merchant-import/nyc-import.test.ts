import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'
import { findMerchantForEvent } from '../merchants/merchants.service.ts'
import { importBench } from './import-for-test.ts'

const app = await createTestApp()
const { db } = app.database
const { run } = importBench(app)
const sample = new URL('./fixtures/nyc-sample.ndjson', import.meta.url).pathname

describe('the city’s file', () => {
  test('adds what is right, repairs what it can, and says why of the rest, by line', async () => {
    const partner = app.newPartner()
    const { summary, report } = await run(sample, partner, { format: 'nyc' })
    expect(summary).toEqual({ read: 61, added: 59, updated: 0, unchanged: 0, repaired: 5, refused: 2 })
    expect(report.map(sentence => sentence.slice(0, 40))).toEqual([
      'line 7: repaired. Terminal Cafe/Yankee C',
      'line 9: repaired. Dining Room (40364691)',
      "line 17: repaired. Sammy's Steakhouse (4",
      'line 39: repaired. Starbucks Coffee (406',
      'line 42: repaired. Seguine Bagel Bakery ',
      "line 50: refused. Fratelli's Market Plac",
      'line 61: refused. restaurant 30112340 wa',
    ])
  })

  test('the second time nothing changes, not even the day it joined', async () => {
    const partner = app.newPartner()
    const before = app.clock.now()
    const state = () =>
      db
        .selectFrom('merchants')
        .innerJoin('merchantParticipations as terms', 'terms.merchantId', 'merchants.id')
        .innerJoin('merchantMids', 'merchantMids.merchantId', 'merchants.id')
        .selectAll()
        .where('terms.partnerId', '=', partner.slug)
        .orderBy('merchants.id')
        .execute()
    await run(sample, partner, { format: 'nyc' })
    const first = await state()
    try {
      app.clock.advance(86_400_000 * 3)
      const { summary } = await run(sample, partner, { format: 'nyc' })
      expect(summary).toEqual({ read: 61, added: 0, updated: 0, unchanged: 59, repaired: 5, refused: 2 })
      expect(await state()).toEqual(first)
      expect(first).toHaveLength(59)
    } finally {
      app.clock.set(before)
    }
  })

  test('its restaurants are found by what they are called and cook, and earn', async () => {
    const partner = app.newPartner()
    await run(sample, partner, { format: 'nyc' })
    const client = newClient(app, partner)
    const find = async (text: string) => {
      const place = 'latitude=40.7577&longitude=-73.9857&radiusMiles=40'
      const answer = await client.get(`/api/v2/Merchants/Search?${place}&restaurantOrCuisine=${text}`)
      return answer.json().merchants.map((merchant: { name: string }) => merchant.name)
    }
    expect(await find('wendys')).toContain("Wendy's")
    expect(await find('cafe%20coffee')).not.toEqual([])
    expect(await find('dominican')).not.toEqual([])
    const place = { mid: 'NYC30112340', localDate: '2026-03-10' }
    expect(await findMerchantForEvent({ db, partner }, place)).toMatchObject({
      id: 'nyc-30112340',
      name: "Wendy's",
      participation: {
        joinedOn: '2026-03-10',
        benefitDays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
      },
    })
  })

  test('for another partner adds its terms, and none for a third', async () => {
    const [one, other, third] = [app.newPartner(), app.newPartner(), app.newPartner()]
    await run(sample, one, { format: 'nyc' })
    const { summary } = await run(sample, other, { format: 'nyc' })
    expect(summary).toMatchObject({ added: 59, updated: 0 })
    for (const [partner, status] of [
      [one, 200],
      [other, 200],
      [third, 404],
    ] as const) {
      const response = await newClient(app, partner).get('/api/v2/Merchants/nyc-30112340')
      expect(response.statusCode).toBe(status)
    }
  })

  test('keeps what others have added to a restaurant', async () => {
    const partner = app.newPartner()
    await run(sample, partner, { format: 'nyc' })
    const edited = { phone: '212-555-0100', priceRange: 2, name: 'Wrong name' }
    await db.updateTable('merchants').set(edited).where('id', '=', 'nyc-30112340').execute()
    const { summary } = await run(sample, partner, { format: 'nyc' })
    expect(summary).toMatchObject({ added: 0, updated: 1, unchanged: 58 })
    const merchant = (await newClient(app, partner).get('/api/v2/Merchants/nyc-30112340')).json()
    expect(merchant).toMatchObject({ name: "Wendy's", phone: '212-555-0100', details: { priceRange: 2 } })
  })
})
