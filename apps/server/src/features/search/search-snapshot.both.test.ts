import { boundsAround } from '@dineward/core/merchants/distance.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { newMember, newMerchant } from '../../testing/factories.ts'
import { asOwner } from '../../testing/owner-database.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient } from '../../testing/test-client.ts'
import { here, names, search, timesSquare } from './search-for-test.ts'
import { SearchIndex } from './search-index.service.ts'
import type { SearchQuery } from './search-query.rules.ts'

const app = await createTestApp()
const { db } = app.database
const quiet = { info() {}, warn() {} }

async function found(partner: Partner, query = ''): Promise<string[]> {
  return names(await search(newClient(app, partner), here + query))
}

/** The number of SQL statements during `act`. */
async function countStatements(act: () => Promise<unknown>): Promise<number> {
  const executor = db.getExecutor()
  const provide = executor.provideConnection.bind(executor)
  let statements = 0
  executor.provideConnection = async consumer =>
    provide(async connection => {
      statements++
      return consumer(connection)
    })
  try {
    await act()
  } finally {
    executor.provideConnection = provide
  }
  return statements
}

describe('before the snapshot is loaded', () => {
  test('no snapshot: the database answers, in one statement', async () => {
    const partner = app.newPartner()
    await newMerchant(app, partner, { name: 'Only in the database' })
    expect(app.searchIndex.search(anySearch(partner))).toBeNull()
    expect(await found(partner)).toEqual(['Only in the database'])
    expect(await countStatements(() => found(partner))).toBe(1)
  })
})

describe('with the snapshot loaded', () => {
  test('statements: none for visitors, two for members (session, member fields)', async () => {
    const partner = app.newPartner()
    await newMerchant(app, partner, { name: 'Existing' })
    await app.searchIndex.refresh()
    const client = newClient(app, partner)
    const asked = await countStatements(async () => {
      for (const query of ['', '&restaurantOrCuisine=kpet', '&sortBy=name&pageNo=7', '&benefitsFor=Mon'])
        await search(client, here + query)
      await client.get(`/api/v2/Merchants/Map?${here}`)
    })
    expect(asked).toBe(0)
    const member = await signedInClient(app, partner, (await newMember(app, partner)).id)
    expect(await countStatements(() => search(member, here))).toBe(2)
  })

  test('loading the snapshot: answers stay the same', async () => {
    const other = await createTestApp()
    const partner = other.newPartner()
    const client = newClient(other, partner)
    await newMerchant(other, partner, {
      name: 'Çà "distance":null \\ \u{1F355}',
      cuisines: ['Café', '鮨'],
    })
    const terms = { reservationBonus: 50, campaignCodes: ['A'], benefitDays: ['Sat', 'Sun'] }
    await newMerchant(other, partner, { name: 'Other', openTableId: 'ot', rating: null }, terms)
    const queries = [
      here,
      `${here}&restaurantOrCuisine=ca`,
      'bounds=-75,40,-73,41',
      `${here}&pageNo=2&pageSize=1`,
    ]
    const ask = async () => {
      const answers = []
      for (const query of queries) answers.push(await search(client, query))
      return answers
    }
    const answers = await ask()
    expect(answers[0]?.merchants).toHaveLength(2)
    await other.searchIndex.refresh()
    expect(await ask()).toEqual(answers)
  })

  test('shared restaurant: each partner sees its own restaurants and terms', async () => {
    const [mine, theirs] = [app.newPartner(), app.newPartner()]
    const shared = await newMerchant(app, mine, { name: 'Shared' }, { campaignCodes: ['MINE'] })
    await newMerchant(app, theirs, { name: 'Theirs' })
    await db
      .insertInto('merchantParticipations')
      .values({
        partnerId: theirs.slug,
        merchantId: shared.id,
        joinedOn: '2026-03-01',
        benefitDays: ['Tue'],
        campaignCodes: [],
      })
      .execute()
    await app.searchIndex.refresh()
    expect(await found(mine)).toEqual(['Shared'])
    expect(await found(theirs)).toEqual(['Shared', 'Theirs'])
    expect(await found(mine, '&isNew=true')).toEqual([])
    expect(await found(theirs, '&isNew=true')).toEqual(['Shared'])
    expect(await found(theirs, '&campaignCode=MINE')).toEqual([])
    expect(await found(app.newPartner())).toEqual([])
  })

  test('new and left: change with the date at the restaurant', async () => {
    const partner = app.newPartner()
    await newMerchant(app, partner, { name: 'Leaves' }, { leftOn: '2026-03-11' })
    await newMerchant(app, partner, { name: 'Begins' }, { joinedOn: '2026-03-11' })
    await newMerchant(app, partner, { name: 'West', timezone: 'Pacific/Honolulu' }, { leftOn: '2026-03-11' })
    await app.searchIndex.refresh()
    const before = app.clock.now()
    try {
      for (const [moment, there, fresh] of [
        ['2026-03-11T03:59:00Z', ['Begins', 'Leaves', 'West'], []],
        ['2026-03-11T04:00:00Z', ['Begins', 'West'], ['Begins']],
        ['2026-03-11T10:00:00Z', ['Begins'], ['Begins']],
        ['2026-05-10T12:00:00Z', ['Begins'], ['Begins']],
        ['2026-05-11T12:00:00Z', ['Begins'], []],
        ['2026-03-10T12:00:00Z', ['Begins', 'Leaves', 'West'], []],
      ] as const) {
        app.clock.set(moment)
        expect(await found(partner), moment).toEqual(there)
        expect(await found(partner, '&isNew=true'), moment).toEqual(fresh)
      }
    } finally {
      app.clock.set(before)
    }
  })

  test('bulk insert and truncate: the snapshot reloads', async () => {
    const partner = app.newPartner()
    const { id } = await newMerchant(app, partner, { name: 'Model' })
    await app.searchIndex.refresh()
    await sql`insert into merchants select (jsonb_populate_record(merchant,
        jsonb_build_object('id', 'many' || number, 'source_id', 'many' || number))).*
      from merchants merchant, generate_series(1, 1200) as number where id = ${id}`.execute(db)
    await sql`insert into merchant_participations (partner_id, merchant_id, joined_on, benefit_days, campaign_codes)
      select ${partner.slug}, 'many' || number, '2020-01-01', '{}', '{}' from generate_series(1, 1200) as number`.execute(
      db,
    )
    await app.searchIndex.refresh()
    const ask = async () => (await search(newClient(app, partner), here)).totalResultSize
    expect(await ask()).toBe(1_201)
    await sql`truncate merchant_search`.execute(await asOwner(app.database))
    await app.searchIndex.refresh()
    expect(await ask()).toBe(0)
  })
})

describe('while polling', () => {
  test('insert, update, delete by another process: shown within two seconds', async () => {
    const partner = app.newPartner()
    const existing = await newMerchant(app, partner, { name: 'Existing' })
    const leaving = await newMerchant(app, partner, { name: 'Leaving' })
    const watching = new SearchIndex(db)
    watching.start(quiet)
    const shows = (expected: readonly string[]) =>
      vi.waitFor(
        () => {
          const page = watching.search(anySearch(partner))?.page ?? []
          expect(page.map(({ name }) => name).sort()).toEqual(expected)
        },
        { timeout: 60_000, interval: 50 },
      )
    try {
      await vi.waitFor(() => expect(watching.search(anySearch(partner))).not.toBeNull(), 60_000)
      await newMerchant(app, partner, { name: 'Added' })
      await shows(['Added', 'Existing', 'Leaving'])
      await db.updateTable('merchants').set({ name: 'Renamed' }).where('id', '=', existing.id).execute()
      await db.deleteFrom('merchantParticipations').where('merchantId', '=', leaving.id).execute()
      await shows(['Added', 'Renamed'])
      await db.deleteFrom('merchants').where('id', '=', existing.id).execute()
      await shows(['Added'])
    } finally {
      await watching.close()
    }
  })
})

const anySearch = (partner: Partner): SearchQuery => ({
  partnerId: partner.slug,
  from: timesSquare,
  radiusMiles: 25,
  bounds: boundsAround(timesSquare, 25),
  tiers: null,
  bookingProvider: null,
  sortBy: 'distance',
  offset: 0,
  limit: 20,
  now: app.clock.now(),
})
