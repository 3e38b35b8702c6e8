import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openPage } from './support/browser.ts'
import { stage } from './support/stage.ts'

const set = stage()

/** What this page asks the server for from now on; what is only counted or reported is not needed for the next page. */
function watch(page: Page): string[] {
  const asked: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET') asked.push(pathname)
  })
  return asked
}

/** Alive and at rest: the parts in passing are asked for last, pictures may still be drawn. */
async function isAlive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/later-parts')),
  )
}

const aMoment = 500

/** As wide as a phone, unless the header's links are meant: beside the list there is no map then, which asks for things of its own. */
async function onSearch(width = 390) {
  const opened = await openPage(set.browser, { width, height: 844 })
  await opened.page.goto(`${set.product.address('skyward')}/search`)
  await isAlive(opened.page)
  return opened
}

const firstCard = (page: Page) => page.locator('main article h3 a').first()

test.each([
  ['resting on', (page: Page) => firstCard(page).hover()],
  ['focusing', (page: Page) => firstCard(page).focus()],
] as const)('%s a restaurant fetches its page: at most one request after the click', async (_case, point) => {
  const { page, context, complaints } = await onSearch()
  const before = watch(page)
  await point(page)
  for (const kind of ['/api/v2/Merchants/', '/assets/', '/images/'])
    await expect.poll(() => before.some(path => path.startsWith(kind)), { timeout: 10_000 }).toBe(true)
  await page.waitForTimeout(aMoment)
  const after = watch(page)
  await firstCard(page).press('Enter')
  await page.waitForURL('**/merchants/**')
  await page.locator('main h1').waitFor()
  await page.waitForTimeout(aMoment)
  expect(after.length, after.join(' ')).toBeLessThanOrEqual(1)
  expect(complaints).toEqual([])
  await context.close()
})

test('a link of the menu fetches its page, too', async () => {
  const { page, context } = await onSearch(1280)
  const link = page.locator('header a[href="/earn"], header a[href="/how-it-works"]').first()
  await link.hover()
  await page.waitForTimeout(2 * aMoment)
  const after = watch(page)
  await link.click()
  await page.waitForURL(/earn|how-it-works/)
  await page.waitForTimeout(aMoment)
  const needed = after.filter(path => path.startsWith('/assets/') || path.startsWith('/api/'))
  expect(needed.length, needed.join(' ')).toBeLessThanOrEqual(1)
  await context.close()
})

test('who saves data is sent nothing that was not asked for', async () => {
  const { page, context } = await openPage(set.browser)
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } })
  })
  await page.goto(`${set.product.address('skyward')}/search`)
  await isAlive(page)
  const asked = watch(page)
  await firstCard(page).hover()
  await firstCard(page).focus()
  await page.waitForTimeout(aMoment)
  expect(asked.filter(path => path.startsWith('/assets/') || path.startsWith('/api/v2/'))).toEqual([])
  await context.close()
})
