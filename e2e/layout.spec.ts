import type { Locator, Page } from '@playwright/test'
import {
  accessibilityProblems,
  failedRequests,
  holdUntil,
  openPage,
  startSession,
  waitForHydration,
  waitForRest,
} from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'
import { hasFocus } from './support/keyboard.ts'

const on = setUpSharedProduct()

async function openOverview(page: Page): Promise<void> {
  const address = on.product.address('skyward')
  await startSession(page, address, 'member@skyward.example')
  await page.goto(`${address}/account/overview`)
}

test('member menu: arrow keys, Escape, outside click and link -> moves the focus and closes', async () => {
  const { page } = await openPage(on.browser)
  await openOverview(page)
  await waitForRest(page)
  const button = page.locator('[popovertarget="member-menu"]')
  const menu = page.locator('#member-menu')
  const link = (name: string) => menu.getByRole('link', { name })
  const pressed = async (key: string, focused: Locator) => {
    await page.keyboard.press(key)
    await expect.poll(() => hasFocus(focused), { message: key }).toBe(true)
  }

  await button.focus()
  await pressed('ArrowDown', link('Account overview'))
  await pressed('ArrowDown', link('Reviews & history'))
  await pressed('End', link('Sign out'))
  await pressed('ArrowDown', link('Account overview'))
  await pressed('ArrowUp', link('Sign out'))
  await pressed('Home', link('Account overview'))
  expect(await accessibilityProblems(page)).toEqual([])
  await pressed('Escape', button)
  await expect.poll(() => menu.isVisible()).toBe(false)

  await button.click()
  await page.getByRole('heading', { level: 1 }).click()
  await expect.poll(() => menu.isVisible()).toBe(false)

  await button.click()
  await link('Profile').click()
  await page.waitForURL('**/account/user_profile')
  await expect.poll(() => menu.isVisible()).toBe(false)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('member@skyward.example')
  expect(await accessibilityProblems(page)).toEqual([])
})

test('account §8 Session ended: in another tab -> sign-in returns to the page', async () => {
  const { page } = await openPage(on.browser, undefined, {
    allowedErrors: /status of 40[13]|Please sign in/,
  })
  await openOverview(page)
  await page.locator('main').getByRole('link', { name: 'Reviews & History' }).click()
  await page.waitForURL('**/account/recent_activity')
  await waitForRest(page)
  const cookies = await page.context().cookies()
  // Another tab signs out; this page does not know.
  await page.evaluate(() => fetch('/api/SignOut'))
  await page.locator('main').getByRole('link', { name: 'Next' }).click()
  await page.waitForURL('**/login?returnTo=%2Faccount%2Frecent_activity%3FpageNo%3D2')
  await page.locator('main form').waitFor()
  await page.getByText('Your session has ended. Sign in to pick up where you left off.').first().waitFor()

  // A button that only sends leads there too.
  await openOverview(page)
  await waitForRest(page)
  await page.evaluate(() => fetch('/api/SignOut'))
  await page
    .getByRole('button', { name: /^Register for this bonus/ })
    .first()
    .click()
  await page.waitForURL('**/login?returnTo=%2Faccount%2Foverview')

  // A browser that still has its cookies sees what a visitor sees.
  for (const path of ['/', '/search']) {
    await page.context().addCookies(cookies)
    await page.goto(on.product.address('skyward') + path)
    await waitForRest(page)
    await expect(page.locator('header').getByRole('link', { name: 'Sign in' })).toBeVisible()
  }
})

test('member menu: its script is late -> stays while the header changes', async () => {
  const { page } = await openPage(on.browser, { width: 390, height: 700 })
  await holdUntil(page, '**/assets/member-menu-*.js')
  await openOverview(page)
  await waitForHydration(page, 'header')
  const header = page.locator('header').first()
  const scrolled = async () => {
    await page.mouse.wheel(0, 100)
    return header.getAttribute('data-hidden')
  }
  await expect.poll(scrolled).toBe('true')
  await expect(page.locator('[popovertarget="member-menu"]')).toBeVisible()
})

test('header: scrolled down -> hides on a phone, stays on a desktop', async () => {
  for (const [width, leaves] of [
    [390, true],
    [1280, false],
  ] as const) {
    const { page } = await openPage(on.browser, { width, height: 700 })
    await page.goto(on.product.address('harbor'))
    await waitForRest(page)
    const bottom = () =>
      page
        .locator('header')
        .first()
        .evaluate(one => one.getBoundingClientRect().bottom)
    expect(await bottom()).toBeGreaterThan(44)
    await page.mouse.wheel(0, 900)
    await expect.poll(async () => (await bottom()) <= 0).toBe(leaves)
    await page.mouse.wheel(0, -120)
    await expect.poll(async () => (await bottom()) > 44).toBe(true)
  }
})

test('page under maintenance: reached by a link -> says so and shows no form', async () => {
  const worked = 'maintenance.paths'
  await on.product.command('settings', 'set', '--partner', 'cellwave', worked, '["/login","/how-it-works"]')
  const { page } = await openPage(on.browser)
  await page.goto(on.product.address('cellwave'))
  await waitForRest(page)

  await page.locator('header nav').getByRole('link', { name: 'How it works' }).first().click()
  await page.getByRole('heading', { level: 1, name: "We're Working On It" }).waitFor()
  await expect(page.locator('main')).toContainText('please check back later')
  await page.locator('header').getByRole('link', { name: 'Sign in' }).first().click()
  await page.waitForURL('**/login?returnTo=%2Fhow-it-works')
  await expect.poll(() => page.locator('main').textContent()).toContain('Signing in is having an issue')
  await expect(page.locator('main form')).toHaveCount(0)
  await page.locator('main').getByRole('link').click()
  await page.locator('main form[action="/search"]').waitFor()

  await on.product.command('settings', 'unset', '--partner', 'cellwave', worked)
  // A process may take a moment to see the change, and a browser logs each answer of 503.
  const { page: later } = await openPage(on.browser, undefined, { allowedErrors: failedRequests })
  await expect
    .poll(async () => (await later.goto(`${on.product.address('cellwave')}/login`))?.status(), {
      timeout: 60_000,
    })
    .toBe(200)
})
