import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { byteLru } from './byte-lru.ts'
import { encodingFor, keepPage } from './kept-page.ts'
import { createPageCache, pageCacheLimits } from './page-cache.ts'
import { createRenderQueue, TooBusy } from './render-queue.ts'

const edition = [{}, {}, 0] as const
const page = (status = 200, size = 10_000) => keepPage(status, 'x'.repeat(size), {})

test('however many pages are asked for, they take no more memory than they may', async () => {
  const limits = { ...pageCacheLimits, bytes: 500_000, notFoundBytes: 100_000 }
  const cache = createPageCache({ limits, now: () => 0, onTrouble: () => {} })
  for (let index = 0; index < 500; index++) {
    const drawn = { kind: 'kept', page: page(index % 2 ? 200 : 404) } as const
    await cache.answer(`/${index}`, edition, async () => drawn)
    expect(cache.bytes()).toBeLessThanOrEqual(600_000)
  }
  expect(cache.find('/499', edition)).not.toBeNull()
  expect(cache.find('/1', edition)).toBeNull()
})

test('pages that do not exist cannot drive out those that do', async () => {
  const limits = { ...pageCacheLimits, notFoundBytes: 100_000 }
  const cache = createPageCache({ limits, now: () => 0, onTrouble: () => {} })
  await cache.answer('/', edition, async () => ({ kind: 'kept', page: page() }))
  for (let index = 0; index < 5_000; index++)
    await cache.answer(`/no-${index}`, edition, async () => ({ kind: 'kept', page: page(404) }))
  expect(cache.find('/', edition)).not.toBeNull()
})

test('a page that is too large is answered and not kept', async () => {
  const cache = createPageCache({ limits: pageCacheLimits, now: () => 0, onTrouble: () => {} })
  await cache.answer('/', edition, async () => ({ kind: 'kept', page: page(200, 300_000) }))
  expect(cache.find('/', edition)).toBeNull()
})

test('a page that is drawn anew and is the same stays as it is, and is packed better', async () => {
  let now = 0
  const cache = createPageCache({ limits: pageCacheLimits, now: () => now, onTrouble: () => {} })
  const words = readFileSync(new URL('page-renderer.ts', import.meta.url), 'utf8')
  const draw = async () => ({ kind: 'kept', page: keepPage(200, words, {}) }) as const
  const drawAnew = async (drawn = draw) => {
    now += pageCacheLimits.staleMs + 1
    const answer = await cache.answer('/', edition, drawn)
    await new Promise(resolve => setImmediate(resolve))
    return answer.kind === 'kept' ? answer.page : null
  }
  await drawAnew()
  const kept = cache.find('/', edition)!.page
  const first = await kept.formFor('br')
  await drawAnew()
  expect(cache.find('/', edition)!.page).toBe(kept)
  await expect.poll(() => kept.readyForm('br')!.body.length).toBeLessThan(first.body.length)
  expect(brotliDecompressSync(kept.readyForm('br')!.body).toString()).toBe(words)
  expect(kept.readyForm('br')!.etag).toBe(first.etag)

  await drawAnew(async () => ({ kind: 'kept', page: keepPage(200, words, { 'x-other': 'header' }) }))
  expect(cache.find('/', edition)!.page).not.toBe(kept)
})

test('what was not used for longest goes first', () => {
  const lru = byteLru<number>(3)
  for (const [index, key] of ['a', 'b', 'c'].entries()) lru.set(key, index, 1)
  lru.get('a')
  lru.set('d', 3, 1)
  expect(['a', 'b', 'c', 'd'].map(key => lru.get(key))).toEqual([0, undefined, 2, 3])
  lru.set('a', 9, 4)
  expect([lru.get('a'), lru.bytes()]).toEqual([undefined, 2])
})

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0, gzip;q=0', 'identity'],
  ['brotli, *', 'identity'],
  ['br;q=0.01', 'br'],
])('who takes "%s" is sent %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding)
})

test('so many are drawn at once, the next wait their turn, and the rest are told at once', async () => {
  const queue = createRenderQueue({ running: 2, waiting: 5, waitMs: 1_000 })
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise(resolve => setTimeout(resolve, 10))
    running -= 1
    return 'drawn'
  }
  const all = await Promise.allSettled(Array.from({ length: 9 }, () => queue.run(work)))
  expect(all.map(one => one.status === 'fulfilled')).toEqual([
    ...Array(5).fill(true),
    ...Array(4).fill(false),
  ])
  expect(all.slice(5).every(one => one.status === 'rejected' && one.reason instanceof TooBusy)).toBe(true)
  expect(most).toBe(2)
  expect(await queue.run(work)).toBe('drawn')
})

test('a turn is passed on when the work fails, and who waited too long is told', async () => {
  const queue = createRenderQueue({ running: 1, waiting: 5, waitMs: 20 })
  const failing = queue.run(async () => {
    await new Promise(resolve => setTimeout(resolve, 60))
    throw new Error('no')
  })
  const late = queue.run(async () => 'drawn')
  await expect(failing).rejects.toThrow('no')
  await expect(late).rejects.toBeInstanceOf(TooBusy)
  expect(await queue.run(async () => 'drawn')).toBe('drawn')
})

test('between pages that wait for nothing there is time for everything else', async () => {
  const queue = createRenderQueue({ running: 16, waiting: 100, waitMs: 10_000 })
  let drawn = 0
  const all = Array.from({ length: 50 }, () =>
    queue.run(async () => {
      drawn += 1
    }),
  )
  await new Promise(resolve => setImmediate(resolve))
  expect(drawn).toBeLessThanOrEqual(2)
  await Promise.all(all)
  expect(drawn).toBe(50)
})
