import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createRenderQueue, RenderQueueFull } from '../render-queue.ts'
import { cachePage, preferredEncoding } from './cached-page.ts'
import { PageCache, pageCacheLimits } from './page-cache.ts'

const version = [{}, {}, 0] as const
const page = (status = 200, size = 10_000) => cachePage(status, 'x'.repeat(size), {})

test('many pages: the cache stays within its limits', async () => {
  const limits = { ...pageCacheLimits, maxBytes: 500_000, maxNotFoundBytes: 100_000 }
  const cache = new PageCache({ limits, now: () => 0, onTrouble: () => {} })
  for (let index = 0; index < 500; index++) {
    const outcome = { kind: 'cached', page: page(index % 2 ? 200 : 404) } as const
    await cache.getOrRender(`/${index}`, version, async () => outcome)
    expect(cache.bytes).toBeLessThanOrEqual(600_000)
  }
  expect(cache.find('/499', version)).not.toBeNull()
  expect(cache.find('/1', version)).toBeNull()
})

test('pages that do not exist: they do not evict pages that do', async () => {
  const limits = { ...pageCacheLimits, maxNotFoundBytes: 100_000 }
  const cache = new PageCache({ limits, now: () => 0, onTrouble: () => {} })
  await cache.getOrRender('/', version, async () => ({ kind: 'cached', page: page() }))
  for (let index = 0; index < 5_000; index++)
    await cache.getOrRender(`/no-${index}`, version, async () => ({ kind: 'cached', page: page(404) }))
  expect(cache.find('/', version)).not.toBeNull()
})

test('page that is too large: returned, not cached', async () => {
  const cache = new PageCache({ limits: pageCacheLimits, now: () => 0, onTrouble: () => {} })
  await cache.getOrRender('/', version, async () => ({ kind: 'cached', page: page(200, 300_000) }))
  expect(cache.find('/', version)).toBeNull()
})

test('page rendered again without a change: the old one stays and is compressed better', async () => {
  let now = 0
  const cache = new PageCache({ limits: pageCacheLimits, now: () => now, onTrouble: () => {} })
  const words = readFileSync(new URL('../page-renderer.ts', import.meta.url), 'utf8')
  const render = async () => ({ kind: 'cached', page: cachePage(200, words, {}) }) as const
  const renderAgain = async (rendering = render) => {
    now += pageCacheLimits.staleMs + 1
    const answer = await cache.getOrRender('/', version, rendering)
    await new Promise(resolve => setImmediate(resolve))
    return answer.kind === 'cached' ? answer.page : null
  }
  await renderAgain()
  const cached = cache.find('/', version)!.page
  const first = await cached.encode('br')
  await renderAgain()
  expect(cache.find('/', version)!.page).toBe(cached)
  await expect.poll(() => cached.readyEncoding('br')!.body.length).toBeLessThan(first.body.length)
  expect(brotliDecompressSync(cached.readyEncoding('br')!.body).toString()).toBe(words)
  expect(cached.readyEncoding('br')!.etag).toBe(first.etag)

  await renderAgain(async () => ({ kind: 'cached', page: cachePage(200, words, { 'x-other': 'header' }) }))
  expect(cache.find('/', version)!.page).not.toBe(cached)
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
])('accept-encoding "%s": %s', (accepted, encoding) => {
  expect(preferredEncoding(accepted)).toBe(encoding)
})

test('render queue: a limited number runs, the next wait, the rest fail at once', async () => {
  const queue = createRenderQueue({ running: 2, waiting: 5, waitingPerClient: 5, waitMs: 10_000 })
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise(resolve => setTimeout(resolve, 10))
    running -= 1
    return 'drawn'
  }
  const all = await Promise.allSettled(Array.from({ length: 9 }, () => queue.run('a', work)))
  expect(all.map(one => one.status === 'fulfilled')).toEqual([
    ...Array(5).fill(true),
    ...Array(4).fill(false),
  ])
  expect(all.slice(5).every(one => one.status === 'rejected' && one.reason instanceof RenderQueueFull)).toBe(
    true,
  )
  expect(most).toBe(2)
  expect(await queue.run('a', work)).toBe('drawn')
})

test('render queue: one client asks for many pages -> another waits for one of them', async () => {
  const queue = createRenderQueue({ running: 1, waiting: 100, waitingPerClient: 20, waitMs: 10_000 })
  const order: string[] = []
  const ask = (client: string) => queue.run(client, async () => void order.push(client))
  const crowd = Array.from({ length: 30 }, () => ask('crowd'))
  const member = ask('member')
  const outcomes = await Promise.allSettled([...crowd, member])
  expect(order.indexOf('member')).toBeLessThanOrEqual(1)
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(10)
})

test('render queue: a failure frees its slot, and waiting too long fails', async () => {
  const queue = createRenderQueue({ running: 1, waiting: 5, waitingPerClient: 5, waitMs: 20 })
  const failing = queue.run('a', async () => {
    await new Promise(resolve => setTimeout(resolve, 60))
    throw new Error('no')
  })
  const late = queue.run('a', async () => 'drawn')
  await expect(failing).rejects.toThrow('no')
  await expect(late).rejects.toBeInstanceOf(RenderQueueFull)
  expect(await queue.run('a', async () => 'drawn')).toBe('drawn')
})

test('render queue: other work runs between pages that never wait', async () => {
  const queue = createRenderQueue({ running: 16, waiting: 100, waitingPerClient: 100, waitMs: 10_000 })
  let drawn = 0
  const all = Array.from({ length: 50 }, () =>
    queue.run('a', async () => {
      drawn += 1
    }),
  )
  await new Promise(resolve => setImmediate(resolve))
  expect(drawn).toBeLessThanOrEqual(2)
  await Promise.all(all)
  expect(drawn).toBe(50)
})
