import type { Page } from '@playwright/test'
import {
  accessibilityProblems,
  failedRequests,
  openPage,
  scrollsSideways,
  signInOn,
  startSession,
  waitForHydration,
  waitForRest,
} from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'
import { cachedText, cachedUrls, cacheNames, openWithServiceWorker } from './support/service-worker.ts'

const on = setUpSharedProduct()
const phone = { width: 390, height: 844 }
const offlineNotice = /You are offline\. Showing information from \d{1,2}:\d\d [AP]M\./

const openPhone = (allowedErrors = failedRequests) =>
  openPage(on.browser, phone, { allowedErrors, serviceWorkers: 'allow' })

/** Text that only this member's pages contain. */
const memberEmail = 'member@skyward.example'

const firstDine = (page: Page) => page.locator('main article, main li').filter({ hasText: 'Spent $' }).first()

const firstLines = async (page: Page) => (await firstDine(page).innerText()).split(/\n+/).slice(0, 2)

test.describe('offline', () => {
  test('last search -> readable with pictures, updates online', async () => {
    const { page, context } = await openPhone()
    const site = on.product.address('skyward')
    await openWithServiceWorker(page, `${site}/search?restaurantOrCuisine=ramen`)
    await expect.poll(() => cachedUrls(page)).toContain('/search?restaurantOrCuisine=ramen')
    const first = page.locator('main a[href^="/merchants/"]').first()
    const name = await first.innerText()
    await expect.poll(() => cacheNames(page)).toContain('dw-pictures')

    await context.setOffline(true)
    await page.goto(`${site}/search?restaurantOrCuisine=ramen&utm_source=mail`)
    await expect(first).toHaveText(name, { useInnerText: true })
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

  test('form -> cannot be sent, keeps its input', async () => {
    const { page, context } = await openPhone()
    await openWithServiceWorker(page, `${on.product.address('skyward')}/login`)
    await page.locator('[name="userName"]').fill('member@skyward.example')
    await page.locator('[name="password"]').fill('Dinner-For-2!')
    await context.setOffline(true)
    await page.getByText('You can’t send forms now').waitFor()
    await page.locator('main form [type="submit"]').click()
    await page
      .locator('main')
      .getByText(/You seem to be offline/)
      .first()
      .waitFor()
    await expect(page.locator('[name="userName"]')).toHaveValue('member@skyward.example')
    await context.setOffline(false)
    await page.locator('[name="password"]').fill('Dinner-For-2!')
    await page.locator('main form [type="submit"]').click()
    await page.waitForURL('**/account/overview')
  })

  test("member's overview and activity -> readable until sign-out, never by the next member", async () => {
    const { page, context } = await openPhone(
      new RegExp(`${failedRequests.source}|dynamically imported module`),
    )
    const site = on.product.address('skyward')
    await openWithServiceWorker(page, `${site}/search`)
    await signInOn(page, site, 'member@skyward.example', { remember: true })
    const year = page.getByRole('heading', { name: 'Your year at a glance' })
    const seesYearAndReferrals = async () => {
      await year.scrollIntoViewIfNeeded()
      await page.getByText('Where you earned most').waitFor()
      await page.getByText(/friends? (has|have) joined with your link/).waitFor()
    }
    await seesYearAndReferrals()
    await expect.poll(() => cachedUrls(page)).toContain('/api/Member/Referral')
    await page.locator('main a[href^="/account/recent_activity"]').first().click()
    await page.waitForURL('**/account/recent_activity')
    const dine = await firstLines(page)
    // After client-side navigation the worker fetches the document.
    await expect.poll(() => cachedUrls(page), { timeout: 60_000 }).toContain('/account/recent_activity')

    expect(await cachedText(page)).toContain(memberEmail)

    await context.setOffline(true)
    await page.reload()
    expect(await firstLines(page)).toEqual(dine)
    await page.getByText(offlineNotice).waitFor()
    await page.goto(`${site}/account/overview`)
    await seesYearAndReferrals()
    await page.locator('main').getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
    await context.setOffline(false)

    await page.goto(`${site}/SignOut`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => cachedText(page)).not.toContain(memberEmail)
    await context.setOffline(true)
    await page.goto(`${site}/account/recent_activity`)
    await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
    expect(await page.content()).not.toContain(memberEmail)
    await context.setOffline(false)

    await signInOn(page, site, 'new@skyward.example')
    await context.setOffline(true)
    for (const path of ['/account/recent_activity', '/account/overview', '/search']) {
      await page.goto(site + path)
      expect(await page.content()).not.toContain(memberEmail)
    }
    expect(await cachedText(page)).not.toContain(memberEmail)
  })

  test('session that is not remembered -> nothing of it is kept, and drafts end with it', async () => {
    const { page, context } = await openPhone()
    const site = on.product.address('skyward')
    await openWithServiceWorker(page, `${site}/search`)
    await signInOn(page, site, 'member@skyward.example')
    await page.goto(`${site}/account/user_profile`)
    await waitForHydration(page, '[name="firstName"]')
    await page.locator('[name="firstName"]').fill('Quillfeather')
    await page.goto(`${site}/account/overview`)
    await waitForRest(page)
    expect(await cachedText(page)).not.toContain(memberEmail)
    const drafts = () => page.evaluate(() => JSON.stringify(sessionStorage))
    expect(await drafts()).toContain('Quillfeather')
    await page.goto(`${site}/SignOut`)
    await expect.poll(drafts).not.toContain('Quillfeather')
    await context.setOffline(true)
    await page.goto(`${site}/account/overview`)
    await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
    expect(await page.content()).not.toContain(memberEmail)
  })

  test('session cookie removed -> cached pages refused', async () => {
    const { page, context } = await openPhone()
    const site = on.product.address('skyward')
    await openWithServiceWorker(page, `${site}/search`)
    await signInOn(page, site, 'member@skyward.example', { remember: true })
    await page.goto(`${site}/account/recent_activity`)
    await expect.poll(() => cachedUrls(page)).toContain('/account/recent_activity')
    // An open page without a session navigates away: leave it first.
    await page.goto('about:blank')
    await context.clearCookies()
    await context.setOffline(true)
    const answer = await page.goto(`${site}/account/recent_activity`)
    // It is never visible: the worker refuses.
    expect(await answer!.text()).not.toContain(memberEmail)
    await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
    await expect(page.locator('main nav')).toHaveCount(0)
    expect(await cachedUrls(page)).toEqual([])
  })

  test('sign-in the service worker did not see -> no cached page of another member', async () => {
    const { page, context } = await openPhone()
    const site = on.product.address('skyward')
    await openWithServiceWorker(page, `${site}/search`)
    await signInOn(page, site, 'member@skyward.example', { remember: true })
    await page.goto(`${site}/account/recent_activity`)
    await firstDine(page).waitFor()
    expect(await page.content()).toContain(memberEmail)
    await expect.poll(() => cachedUrls(page)).toContain('/account/recent_activity')
    // Another browser's cookies: the worker saw no sign-in.
    await context.clearCookies()
    await startSession(page, site, 'new@skyward.example')
    await page.goto(`${site}/account/overview`)
    await expect.poll(() => cachedText(page)).not.toContain(memberEmail)
    await context.setOffline(true)
    await page.goto(`${site}/account/recent_activity`)
    expect(await page.content()).not.toContain(memberEmail)
  })
})

test('new build: deployed -> replaces the cached shell and says so', async () => {
  const { page } = await openPhone()
  const site = on.product.address('cellwave')
  await openWithServiceWorker(page, `${site}/search`)
  const before = await cacheNames(page)
  const shell = (names: readonly string[]) => names.filter(name => name.startsWith('dw-shell-'))
  const change = (verb: 'set' | 'unset', ...values: string[]) =>
    on.product.command('settings', verb, '--partner', 'cellwave', 'programName', ...values)
  await change('set', 'Cellwave Suppers')
  await expect
    .poll(() => page.evaluate(async () => (await fetch('/sw.js', { cache: 'no-store' })).text()), {
      timeout: 60_000,
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
  await expect(page).toHaveTitle(/Cellwave Suppers/)
  await change('unset')
})
