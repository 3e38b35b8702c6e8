import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { approveInConsole } from './support/console.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'

const on = setUpSharedProduct()

/** It is the response for a visitor. */
function get(path: string): Promise<{ status: number; text: string }> {
  const { host } = new URL(on.product.address('skyward'))
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: on.product.port, path, headers: { host } }, answer => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      )
    })
      .on('error', reject)
      .end()
  })
}

const restaurant = {
  id: 'quarter-moon',
  name: 'Quarter Moon',
  street: '1 Broadway',
  city: 'New York',
  state: 'NY',
  zipCode: '10036',
  latitude: 40.7577,
  longitude: -73.9857,
  timezone: 'America/New_York',
  cuisines: 'Pizza',
  about: 'Opened by two sisters.',
}

/** `npm run import` beside the running server. */
async function importRestaurant(changes: Partial<typeof restaurant> & { leftOn?: string }): Promise<void> {
  const file = join(on.product.dataDir, 'restaurant.ndjson')
  writeFileSync(file, `${JSON.stringify({ ...restaurant, ...changes })}\n`)
  await on.product.command('import', 'merchants', file)
}

const places = {
  search: '/api/v2/Merchants/Search?radiusMiles=0.1',
  map: '/api/v2/Merchants/Map?radiusMiles=0.1',
  restaurant: '/api/v2/Merchants/quarter-moon',
  searchPage: '/search',
  restaurantPage: '/merchants/quarter-moon',
}
type Place = keyof typeof places

/** It requests each once, two seconds after the import: the first response must be current, without a warm-up. */
async function after2Seconds(shown: Record<Place, (answer: { status: number; text: string }) => boolean>) {
  await sleep(2_000)
  const answers = await Promise.all(Object.values(places).map(get))
  for (const [at, place] of (Object.keys(places) as Place[]).entries()) {
    const { status, text } = answers[at]!
    expect(shown[place]({ status, text }), `${place}: ${status} ${text.slice(0, 300)}`).toBe(true)
  }
}

const everywhere = (holds: (answer: { status: number; text: string }) => boolean) => ({
  search: holds,
  map: holds,
  restaurant: holds,
  searchPage: holds,
  restaurantPage: holds,
})

test('restaurant changed: two seconds later -> API and cached pages show it', async () => {
  const lookEverywhere = () => Promise.all(Object.values(places).map(get))
  expect((await lookEverywhere()).some(({ text }) => text.includes('Quarter Moon'))).toBe(false)

  await importRestaurant({})
  await after2Seconds(everywhere(({ text }) => text.includes('Quarter Moon')))

  await lookEverywhere()
  await importRestaurant({ name: 'Half Moon' })
  await after2Seconds(everywhere(({ text }) => text.includes('Half Moon') && !text.includes('Quarter Moon')))

  await lookEverywhere()
  await importRestaurant({ name: 'Half Moon', about: 'Run by their daughters.' })
  await after2Seconds({
    ...everywhere(({ text }) => text.includes('Half Moon')),
    restaurant: ({ text }) => text.includes('Run by their daughters.'),
    restaurantPage: ({ text }) => text.includes('Run by their daughters.'),
  })

  await lookEverywhere()
  await importRestaurant({ name: 'Half Moon', leftOn: '2020-01-01' })
  await approveInConsole(on, /restaurant\.ndjson, with 1 other term/)
  await after2Seconds({
    ...everywhere(({ text }) => !text.includes('Half Moon')),
    restaurant: ({ status, text }) => status === 200 && text.includes('"leftOn":"2020-01-01"'),
    restaurantPage: ({ status, text }) => status === 200 && !text.includes('Run by their daughters.'),
  })
})
