import type { Page } from '@playwright/test'
import {
  accessibilityProblems,
  failedRequests,
  inspect,
  openPage,
  type PageOptions,
  startSession,
  waitForHydration,
} from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'

const on = setUpSharedProduct()

async function memberPage(who: string, path: string, options: PageOptions = {}) {
  // A phone, where the search shows no map.
  const opened = await openPage(on.browser, { width: 390, height: 844 }, options)
  const address = on.product.address('skyward')
  await startSession(opened.page, address, `${who}@skyward.example`)
  await opened.page.goto(address + path)
  await waitForButtons(opened.page)
  return { ...opened, address }
}

/** Buttons of cards hydrate after the page. */
const waitForButtons = (page: Page) => waitForHydration(page, 'main article button')

/** It waits for the responses to favorite requests. */
const answered = (page: Page) =>
  page.waitForResponse(response => response.url().includes('/api/Member/Favorites/') && response.ok())

const cards = (page: Page) => page.locator('main article')
const heartOf = (page: Page, index = 0) =>
  cards(page)
    .nth(index)
    .getByRole('button', { name: /^Save / })
const nameOf = async (page: Page) => (await cards(page).first().getByRole('heading').textContent()) ?? ''
const showsSaved = (page: Page, pressed: boolean) =>
  cards(page)
    .first()
    .getByRole('button', { name: /^Save /, pressed })
    .waitFor()

test.describe('favorite', () => {
  test('removed and undone -> saved again', async () => {
    const { page, address } = await memberPage('new', '/search')
    const name = await nameOf(page)
    const saved = answered(page)
    await heartOf(page).click()
    await showsSaved(page, true)
    expect(new URL(page.url()).pathname).toBe('/search')
    await saved

    await page.goto(`${address}/account/favorites`)
    await expect.poll(() => nameOf(page)).toBe(name)
    await waitForButtons(page)
    await heartOf(page).click()
    await page.getByRole('heading', { name: 'Nothing saved yet' }).waitFor()
    const savedAgain = answered(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await cards(page).first().waitFor()
    await showsSaved(page, true)
    await expect.poll(() => nameOf(page)).toBe(name)

    await savedAgain
    await page.reload()
    await expect.poll(() => nameOf(page)).toBe(name)
  })

  test('offline -> not saved, with a message', async () => {
    const { page, context } = await memberPage('vip', '/search', { allowedErrors: failedRequests })
    await context.setOffline(true)
    await heartOf(page).click()
    await page.getByRole('alert').filter({ hasText: 'We could not' }).waitFor()
    await showsSaved(page, false)
  })

  test('saved in another tab -> shown on returning to the first one', async () => {
    const { page, context, address } = await memberPage('vip', '/search')
    const other = await context.newPage()
    await other.goto(`${address}/search`)
    await waitForButtons(other)
    const saved = answered(other)
    await heartOf(other).click()
    await saved
    await showsSaved(page, false)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await showsSaved(page, true)
  })

  test('list on every screen -> accessible', async () => {
    const { page } = await memberPage('member', '/account/favorites')
    await expect(cards(page)).toHaveCount(7)
    await expect(cards(page).filter({ hasText: 'Left the program' })).toHaveCount(1)
    await inspect(page)
  })
})

test('shell §2.6 Acclaimed badge: clear of the heart; tier does not cover it -> explains how to qualify', async () => {
  const { page } = await memberPage('optedout', '/search?acclaimed=true')
  const badge = cards(page)
    .first()
    .getByRole('button', { name: /Acclaimed/ })
  const [heart, box] = [await heartOf(page).boundingBox(), await badge.boundingBox()]
  expect(heart!.y + heart!.height).toBeLessThanOrEqual(box!.y)
  await badge.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: 'Go to my profile' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/search')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await badge.evaluate(element => element === document.activeElement)).toBe(true)
})
