import { boundsAround } from '@dineward/core/merchants/distance.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { asOwner } from '../../testing/databases/owner-database.ts'
import { newMember, newMerchant } from '../../testing/factories.ts'
import { longTest } from '../../testing/long-test.ts'
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

/** It counts the SQL statements during `act`. */
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
  test('search -> 503, to be tried again', async () => {
    const other = await createTestApp({ searchIndex: new SearchIndex(db) })
    const response = await newClient(other, other.newPartner()).get(`/api/v2/Merchants/Search?${here}`)
    expect(response.statusCode).toBe(503)
    expect(response.json().code).toBe('unavailable')
    expect(response.headers['retry-after']).toBe('2')
  })
})

describe('with the snapshot loaded', () => {
  test('statements: none for visitors, two for members (session, member fields)', async () => {
    const searchIndex = new SearchIndex(db)
    const other = await createTestApp({ searchIndex })
    const partner = other.newPartner()
    await newMerchant(other, partner, { name: 'Existing' })
    await searchIndex.refresh()
    const client = newClient(other, partner)
    const asked = await countStatements(async () => {
      for (const query of ['', '&restaurantOrCuisine=kpet', '&sortBy=name&pageNo=7', '&benefitsFor=Mon'])
        await search(client, here + query)
      await client.get(`/api/v2/Merchants/Map?${here}`)
    })
    expect(asked).toBe(0)
    const member = await signedInClient(other, partner, (await newMember(other, partner)).id)
    expect(await countStatements(() => search(member, here))).toBe(2)
  })

  test('restaurants added after the load -> the same answers as when they are loaded', async () => {
    await app.searchIndex.refresh()
    const partner = app.newPartner()
    await newMerchant(app, partner, {
      name: 'Çà "distance":null \\ \u{1F355}',
      cuisines: ['Café', '鮨'],
    })
    const terms = { reservationBonus: 50, campaignCodes: ['A'], benefitDays: ['Sat', 'Sun'] }
    await newMerchant(app, partner, { name: 'Other', openTableId: 'ot', rating: null }, terms)
    const loaded = new SearchIndex(db)
    await loaded.refresh()
    const box = { radiusMiles: null, bounds: { west: -75, south: 40, east: -73, north: 41 } }
    for (const change of [{}, { words: ['ca'] }, box, { offset: 1, limit: 1 }]) {
      const query = { ...anySearch(partner), ...change }
      const added = await app.searchIndex.search(query)
      expect(added.total).toBeGreaterThan(0)
      expect(added).toEqual(await loaded.search(query))
    }
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

  test('bulk insert and truncate: the snapshot reloads', longTest, async () => {
    const own = await createTestApp({}, { ownDatabase: true })
    const partner = own.newPartner()
    const { id } = await newMerchant(own, partner, { name: 'Model' })
    const ask = async () => (await search(newClient(own, partner), here)).totalResultSize
    expect(await ask()).toBe(1)
    const { rows } = await sql<{ names: string }>`select string_agg(column_name, ', ') as names
      from information_schema.columns where table_name = 'merchants' and is_generated = 'NEVER'`.execute(
      own.database.db,
    )
    const columns = sql.raw(rows[0]!.names)
    // All in one statement would take the embedded database a good part of the time that it gives one.
    for (const [from, to] of [
      [1, 400],
      [401, 800],
      [801, 1_200],
    ]) {
      await sql`insert into merchants (${columns}) select ${columns} from (
          select (jsonb_populate_record(merchant,
            jsonb_build_object('id', 'many' || number, 'source_id', 'many' || number))).*
          from merchants merchant, generate_series(${from}::int, ${to}::int) as number where id = ${id}) as copies`.execute(
        own.database.db,
      )
      await sql`insert into merchant_participations (partner_id, merchant_id, joined_on, benefit_days, campaign_codes)
        select ${partner.slug}, 'many' || number, '2020-01-01', '{}', '{}'
        from generate_series(${from}::int, ${to}::int) as number`.execute(own.database.db)
    }
    expect(await ask()).toBe(1_201)
    await sql`truncate merchant_participations cascade`.execute(await asOwner(own.database))
    expect(await ask()).toBe(0)
  })
})

describe('while polling', () => {
  test('insert, update, delete by another process: shown within two seconds', async () => {
    const partner = app.newPartner()
    const existing = await newMerchant(app, partner, { name: 'Existing' })
    const leaving = await newMerchant(app, partner, { name: 'Leaving' })
    const watching = new SearchIndex(db)
    await watching.start(quiet)
    const shows = (expected: readonly string[]) =>
      vi.waitFor(
        async () => {
          const { page } = await watching.search(anySearch(partner))
          expect(page.map(({ name }) => name).sort()).toEqual(expected)
        },
        { timeout: 60_000, interval: 50 },
      )
    try {
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
  words: null,
  bookingProvider: null,
  sortBy: 'distance',
  offset: 0,
  limit: 20,
  now: app.clock.now(),
})
