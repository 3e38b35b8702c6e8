import type { Page } from '@playwright/test'
import { openPage, settle, waitForHydration } from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'
import { networkRequests } from './support/network-requests.ts'
import { waitForWidgets } from './support/prompts.ts'

const set = setUpSharedProduct()

/** Like a visitor who waits: the fallback timer for optional parts must not end within the test. */
async function openWithoutTimer(width: number): Promise<Page> {
  // A service worker would answer instead of the network.
  const { page } = await openPage(set.browser, { width, height: 844 }, { map: true })
  await page.addInitScript(() => {
    const later = window.setTimeout
    const never = (work: () => void, ms?: number) => later(work, ms === 3_000 ? 3_000_000 : ms)
    window.setTimeout = never as typeof window.setTimeout
  })
  return page
}

/** The page is hydrated and idle; pictures may still load. */
async function isAlive(page: Page): Promise<void> {
  await waitForHydration(page, 'main article h3 a')
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/deferred-widgets')),
  )
}

/** All requests have finished, and no new ones start. */
async function waitForIdle(page: Page, asked: () => readonly string[]): Promise<void> {
  let before = -1
  await expect
    .poll(
      () => {
        const { length } = asked()
        const rests = length === before
        before = length
        return rests
      },
      { intervals: [500] },
    )
    .toBe(true)
  await settle(page)
}

/** On wide screens the map makes requests until it is drawn. */
async function openSearch(width: number): Promise<Page> {
  const page = await openWithoutTimer(width)
  await page.goto(`${set.product.address('skyward')}/search`)
  await isAlive(page)
  if (width > 860) await markers(page).first().waitFor()
  return page
}

const markers = (page: Page) => page.locator('main button[data-key]')

const firstCard = (page: Page) => page.locator('main article h3 a').first()

for (const [title, width, point] of [
  ['resting on', 390, (page: Page) => firstCard(page).hover()],
  ['resting on', 1280, (page: Page) => firstCard(page).hover()],
  ['focusing', 390, (page: Page) => firstCard(page).focus()],
] as const)
  test(`prefetch: ${title} a restaurant at ${width} px -> at most one request after the click`, async () => {
    const page = await openSearch(width)
    const before = await networkRequests(page)
    await point(page)
    for (const kind of ['/api/v2/Merchants/', '/assets/', '/images/'])
      await expect.poll(() => before().some(path => path.startsWith(kind))).toBe(true)
    await waitForIdle(page, before)
    const after = await networkRequests(page)
    await firstCard(page).press('Enter')
    await page.waitForURL('**/merchants/**')
    await page.locator('main h1').waitFor()
    await waitForIdle(page, after)
    expect(after().length, after().join(' ')).toBeLessThanOrEqual(1)
  })

test('restaurant map: page reached by a link -> loads after the first input', async () => {
  const page = await openSearch(1280)
  const asked = await networkRequests(page)
  const hasMap = () => asked().some(path => path.includes('/place-map'))
  await firstCard(page).click()
  await page.waitForURL('**/merchants/**')
  const place = page.getByRole('heading', { name: 'Location' })
  await place.scrollIntoViewIfNeeded()
  await waitForIdle(page, asked)
  expect(hasMap()).toBe(false)
  await page.keyboard.press('Shift')
  await expect.poll(hasMap).toBe(true)
})

test('prefetch: hover over a menu link -> at most one request after the click', async () => {
  const page = await openSearch(1280)
  const link = page.locator('header a[href="/earn"], header a[href="/how-it-works"]').first()
  const before = await networkRequests(page)
  await link.hover()
  await expect.poll(() => before().length).toBeGreaterThan(0)
  await waitForIdle(page, before)
  const after = await networkRequests(page)
  await link.click()
  await page.waitForURL(/earn|how-it-works/)
  await waitForIdle(page, after)
  const needed = after().filter(path => path.startsWith('/assets/') || path.startsWith('/api/'))
  expect(needed.length, needed.join(' ')).toBeLessThanOrEqual(1)
})

test('prefetch: data saver on -> nothing is prefetched', async () => {
  const { page } = await openPage(set.browser)
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } })
  })
  await page.clock.install()
  await page.goto(`${set.product.address('skyward')}/search`)
  await waitForHydration(page, 'main article h3 a')
  await waitForWidgets(page)
  const asked = await networkRequests(page)
  await firstCard(page).hover()
  await firstCard(page).focus()
  await page.clock.runFor(5_000)
  await settle(page)
  expect(asked().filter(path => path.startsWith('/assets/') || path.startsWith('/api/v2/'))).toEqual([])
})
