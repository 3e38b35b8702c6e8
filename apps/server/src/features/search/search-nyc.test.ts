import type { MerchantSummary } from '@dineward/core/merchants/merchants.contract.ts'
import type { MapPlace } from '@dineward/core/search/search.contract.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'
import { importBench } from '../merchant-import/import-for-test.ts'
import { here, search } from './search-for-test.ts'

/* The city's own restaurants, as they were imported, found by what people type: from the database, then from memory. */

const app = await createTestApp()
const { run } = importBench(app)
const partner = app.newPartner()
const client = newClient(app, partner)
const fixture = (name: string) => new URL(`../merchant-import/fixtures/${name}`, import.meta.url).pathname
for (const name of ['nyc-sample.ndjson', 'nyc-searched.ndjson']) {
  await run(fixture(name), partner, { format: 'nyc' })
}

const find = async (text: string, more = '') =>
  (
    await search(
      client,
      `${here}&radiusMiles=40&pageSize=100&restaurantOrCuisine=${encodeURIComponent(text)}${more}`,
    )
  ).merchants
const wordsOf = ({ name, details }: MerchantSummary) => [name, ...details.cuisines].join(' ')

describe.each(['the database', 'memory'])('asked of %s', source => {
  beforeAll(async () => {
    if (source === 'memory') await app.searchIndex.refresh()
  })

  test.each([
    ['pizza', /pizza/i],
    ['piza', /pizza/i],
    ['pizzza', /pizza/i],
    ['ipzza', /pizza/i],
    ['thia', /thai/i],
    ['chineese', /chinese/i],
    ['bakary', /bakery/i],
    ['steakhuose', /steakhouse/i],
    ['vietnamise', /vietnamese/i],
    ['Dunkn', /dunkin/i],
    ['dominican', /dominican/i],
  ])('%s finds what it was meant to be, and nothing else', async (typed, expected) => {
    const found = await find(typed)
    expect(found.length).toBeGreaterThan(0)
    for (const merchant of found) expect(wordsOf(merchant)).toMatch(expected)
  })

  test('a mistake that another restaurant has in its name: that one first, then those that were meant', async () => {
    await newMerchant(app, partner, { name: 'Litte Cofee', latitude: 40.9, longitude: -74.2 })
    if (source === 'memory') await app.searchIndex.refresh()
    const names = (await find('cofee')).map(({ name }) => name)
    expect(names[0]).toBe('Litte Cofee')
    expect(names.length).toBeGreaterThan(2)
    await app.database.db.deleteFrom('merchants').where('name', '=', 'Litte Cofee').execute()
    if (source === 'memory') await app.searchIndex.refresh()
  })

  test('a word typed wrongly finds as many as the right one', async () => {
    const ids = (found: readonly MerchantSummary[]) => found.map(({ id }) => id)
    expect(ids(await find('piza'))).toEqual(ids(await find('pizza')))
    expect(ids(await find('chineese'))).toEqual(ids(await find('chinese')))
  })

  test.each(['cafe', 'Café', 'CAFÉ', 'cafè'])(
    'with an accent or without, both are found: %s',
    async typed => {
      const found = await find(typed)
      expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(['Cafe Luxembourg', 'Cafe Lalo']))
      expect(found.some(({ details }) => details.cuisines.includes('Café'))).toBe(true)
    },
  )

  test('a chain is listed from near to far, however its places are spelled', async () => {
    const chain = await find("dunkin' donuts")
    expect(chain.length).toBeGreaterThanOrEqual(6)
    const distances = chain.map(({ distance }) => distance ?? Number.NaN)
    expect(distances).toEqual([...distances].sort((a, b) => a - b))
    expect(new Set(chain.map(({ name }) => name)).size).toBeGreaterThan(1)
    const pages = await Promise.all([1, 2, 3].map(pageNo => search(client, chainPage(pageNo))))
    expect(pages.flatMap(({ merchants }) => merchants.map(({ id }) => id))).toEqual(
      chain.slice(0, 6).map(({ id }) => id),
    )
  })

  test('nonsense, signs and long words find nothing, and break nothing', async () => {
    for (const typed of ['zzxqvv', '🍕', '!!!', 'x'.repeat(100), '٣٤٥', "'; drop table merchants; --"]) {
      expect(await find(typed)).toEqual([])
    }
  })

  test('where no place could be made of coordinates there is no restaurant, in lists or on the map', async () => {
    const world = 'bounds=-180,-90,180,90'
    const listed = (await search(client, `${world}&pageSize=100`)).merchants
    const mapped = await client.get(`/api/v2/Merchants/Map?${world}`)
    const places = mapped.json().places as MapPlace[]
    expect(listed.map(({ id }) => id).sort()).toEqual(places.map(({ id }) => id).sort())
    expect(listed).toHaveLength(74)
    expect(places.map(({ id }) => id)).not.toContain('nyc-40959339')
    for (const { latitude, longitude } of [
      ...places,
      ...listed.map(({ location }) => location.coordinates),
    ]) {
      expect(latitude).toBeGreaterThan(40.45)
      expect(latitude).toBeLessThan(40.95)
      expect(longitude).toBeGreaterThan(-74.3)
      expect(longitude).toBeLessThan(-73.65)
    }
  })
})

function chainPage(pageNo: number): string {
  return `${here}&radiusMiles=40&restaurantOrCuisine=${encodeURIComponent("dunkin' donuts")}&pageSize=2&pageNo=${pageNo}`
}
