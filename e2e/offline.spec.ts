import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import {
  accessibilityProblems,
  failedRequests,
  openPage,
  scrollsSideways,
  signInOn,
} from './support/browser.ts'
import { expect, stage, test } from './support/journey.ts'
import { cacheNames, keptAddresses, keptText, openControlled, withoutPopups } from './support/worker.ts'

const on = stage()
const phone = { width: 390, height: 844 }
const offlineNotice = /You are offline\. This is how things stood at \d\d:\d\d\./

const openQuiet = async () =>
  withoutPopups(await openPage(on.browser, phone, { allowedErrors: failedRequests }))

/** Stands on every page of this member's, and on nobody else's. */
const theirs = 'member@skyward.example'

const firstDine = (page: Page) => page.locator('main article, main li').filter({ hasText: 'Spent $' }).first()

/** Restaurant, day and what was spent. */
const firstLines = async (page: Page) => (await firstDine(page).innerText()).split(/\n+/).slice(0, 2)

test.describe('without a connection', () => {
  test('the last search can be read, with its pictures, and comes alive', async () => {
    const { page, context } = await openQuiet()
    const site = on.product.address('skyward')
    await openControlled(page, `${site}/search?restaurantOrCuisine=ramen`)
    await expect.poll(() => keptAddresses(page)).toContain('/search?restaurantOrCuisine=ramen')
    const first = page.locator('main a[href^="/merchants/"]').first()
    const name = await first.innerText()
    await expect.poll(() => cacheNames(page)).toContain('dw-pictures')

    await context.setOffline(true)
    await page.goto(`${site}/search?restaurantOrCuisine=ramen&utm_source=mail`)
    expect(await first.innerText()).toBe(name)
    await page.getByText(offlineNotice).waitFor()
    const picture = page.locator('main img[src*="/images/merchants/"]').first()
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)

    await page.goto(`${site}/how-it-works`)
    await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
    expect(await page.locator('main nav a').allInnerTexts()).toEqual(['Your last search'])
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'Your last search' }).click()
    await page.getByText(offlineNotice).waitFor()

    await context.setOffline(false)
    await page.getByText(offlineNotice).waitFor({ state: 'detached' })
  })

  test('a form says that it cannot be sent, and keeps what was typed', async () => {
    const { page, context } = await openQuiet()
    await openControlled(page, `${on.product.address('skyward')}/login`)
    await page.locator('[name="userName"]').fill('member@skyward.example')
    await page.locator('[name="password"]').fill('Dinner-For-2!')
    await context.setOffline(true)
    await page.getByText('Forms cannot be sent now').waitFor()
    await page.locator('main form [type="submit"]').click()
    await page
      .locator('main')
      .getByText(/You seem to be offline/)
      .first()
      .waitFor()
    expect(await page.locator('[name="userName"]').inputValue()).toBe('member@skyward.example')
    await context.setOffline(false)
    await page.locator('[name="password"]').fill('Dinner-For-2!')
    await page.locator('main form [type="submit"]').click()
    await page.waitForURL('**/account/overview')
  })

  test("a member's activity can be read until they sign out, and the next member never sees it", async () => {
    const { page, context } = await openQuiet()
    const site = on.product.address('skyward')
    await openControlled(page, `${site}/search`)
    await signInOn(page, site, 'member@skyward.example')
    await page.locator('main a[href^="/account/recent_activity"]').first().click()
    await page.waitForURL('**/account/recent_activity')
    const dine = await firstLines(page)
    // Gone to inside the page: the worker fetches the document once it has been read.
    await expect.poll(() => keptAddresses(page), { timeout: 10_000 }).toContain('/account/recent_activity')

    expect(await keptText(page)).toContain(theirs)

    await context.setOffline(true)
    await page.reload()
    expect(await firstLines(page)).toEqual(dine)
    await page.getByText(offlineNotice).waitFor()
    await context.setOffline(false)

    await page.goto(`${site}/SignOut`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => keptText(page)).not.toContain(theirs)
    await context.setOffline(true)
    await page.goto(`${site}/account/recent_activity`)
    await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
    expect(await page.content()).not.toContain(theirs)
    await context.setOffline(false)

    await signInOn(page, site, 'new@skyward.example')
    await context.setOffline(true)
    for (const path of ['/account/recent_activity', '/account/overview', '/search']) {
      await page.goto(site + path)
      expect(await page.content()).not.toContain(theirs)
    }
    expect(await keptText(page)).not.toContain(theirs)
  })

  test('a session whose cookie has gone takes what was kept with it', async () => {
    const { page, context } = await openQuiet()
    const site = on.product.address('skyward')
    await openControlled(page, `${site}/search`)
    await signInOn(page, site, 'member@skyward.example')
    await page.goto(`${site}/account/recent_activity`)
    await expect.poll(() => keptAddresses(page)).toContain('/account/recent_activity')
    // A page that comes alive, or stands open, without its session leaves by itself: none is there that could.
    await page.goto('about:blank')
    await context.clearCookies()
    await context.setOffline(true)
    const answer = await page.goto(`${site}/account/recent_activity`)
    // Not even for a moment: it is the worker that refuses.
    expect(await answer!.text()).not.toContain(theirs)
    await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
    expect(await page.locator('main nav').count()).toBe(0)
    expect(await keptAddresses(page)).toEqual([])
  })

  test("someone who signs in past the worker does not read another's copy", async () => {
    const { page, context } = await openQuiet()
    const site = on.product.address('skyward')
    await openControlled(page, `${site}/search`)
    await signInOn(page, site, 'member@skyward.example')
    await page.goto(`${site}/account/recent_activity`)
    await firstDine(page).waitFor()
    expect(await page.content()).toContain(theirs)
    await expect.poll(() => keptAddresses(page)).toContain('/account/recent_activity')
    // Another browser's cookies: the worker heard of no sign-in.
    const other = await openQuiet()
    await signInOn(other.page, site, 'new@skyward.example')
    await context.clearCookies()
    await context.addCookies(await other.context.cookies())
    await other.context.close()
    await page.goto(`${site}/account/overview`)
    await expect.poll(() => keptText(page)).not.toContain(theirs)
    await context.setOffline(true)
    await page.goto(`${site}/account/recent_activity`)
    expect(await page.content()).not.toContain(theirs)
  })
})

test('a new build takes the place of the old one, and says so', async () => {
  const { page } = await openQuiet()
  const site = on.product.address('cellwave')
  await openControlled(page, `${site}/search`)
  const before = await cacheNames(page)
  const shell = (names: readonly string[]) => names.filter(name => name.startsWith('dw-shell-'))
  const settings = ['apps/server/src/cli/main.ts', 'settings', 'set', '--partner', 'cellwave']
  await promisify(execFile)(process.execPath, [...settings, 'programName', 'Cellwave Suppers'], {
    env: { ...process.env, DATA_DIR: on.product.dataDir },
  })
  await expect
    .poll(() => page.evaluate(async () => (await fetch('/sw.js', { cache: 'no-store' })).text()), {
      timeout: 15_000,
    })
    .not.toContain(shell(before)[0]!.slice('dw-shell-'.length))
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))

  await page.getByText('A new version is ready.').waitFor()
  await expect.poll(() => cacheNames(page)).not.toContain(shell(before)[0])
  expect(shell(await cacheNames(page))).toHaveLength(1)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.locator('footer a[href="/earn/how-it-works"]').click()
  await page.waitForURL('**/how-it-works')
  await expect.poll(() => page.evaluate(() => 'sameDocument' in window)).toBe(false)
  expect(await page.title()).toContain('Cellwave Suppers')
})
