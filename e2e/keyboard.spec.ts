import type { Page } from '@playwright/test'
import { openPage, waitForRest } from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'
import { focusUnderHeader, hasFocus, tabTo, typeInto } from './support/keyboard.ts'

const on = setUpSharedProduct()

test('keyboard alone: search, join, link a card, cancel its deletion -> works', async () => {
  const { page } = await openPage(on.browser, { width: 1280, height: 720 })
  await page.goto(on.product.address('skyward'))
  await waitForRest(page)

  await skipToContent(page)
  await searchAndOpen(page)
  await join(page)
  await linkCard(page)
  await openAndCancelDeletion(page)
})

test('header on a phone: tabbing backwards -> never covers the focus', async () => {
  const { page } = await openPage(on.browser, { width: 390, height: 700 })
  await page.goto(`${on.product.address('skyward')}/search`)
  await waitForRest(page)
  const links = page.locator('main article a')
  await tabTo(page, links.nth(8))
  await tabTo(page, page.locator('main summary').first(), 'Shift+Tab')
})

async function skipToContent(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  const skip = page.locator('a[href="#main"]')
  expect(await hasFocus(skip)).toBe(true)
  await expect.poll(() => skip.evaluate(link => link.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
}

async function searchAndOpen(page: Page): Promise<void> {
  const search = page.locator('main form[action="/search"]')
  await typeInto(page, search.locator('[name="location"]'), '10036')
  await typeInto(page, search.locator('[name="restaurantOrCuisine"]'), 'italian')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?**')
  // After a navigation the focus starts at the top.
  await expect.poll(() => hasFocus(page.locator('#main'))).toBe(true)
  const restaurant = page.locator('main article h3 a').nth(3)
  await tabTo(page, restaurant)
  await tabTo(page, page.locator('main article h3 a').first(), 'Shift+Tab')
  await tabTo(page, restaurant)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/merchants/**')
  await page.locator('main h1').waitFor()
}

async function join(page: Page): Promise<void> {
  await tabTo(page, page.locator('header').getByRole('link', { name: 'Join free' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/join')
  const field = (name: string) => page.locator(`main form [name="${name}"]`)
  const submit = page.locator('main form [type="submit"]')
  await typeInto(page, field('firstName'), 'Juno')
  await typeInto(page, field('zipCode'), '04101')
  await typeInto(page, field('email'), 'juno.hale@skyward.test')
  await typeInto(page, field('password'), 'Dinner-For-2!')
  await typeInto(page, field('passwordConfirm'), 'Dinner-For-3!')
  for (const name of ['emailOptIn', 'termsAccepted', 'privacyAccepted']) {
    await tabTo(page, field(name))
    await page.keyboard.press('Space')
  }
  await tabTo(page, submit)
  await page.keyboard.press('Enter')

  // The first invalid field is focused, visible and described.
  await expect.poll(() => hasFocus(field('lastName'))).toBe(true)
  expect(await focusUnderHeader(page)).toBeNull()
  expect(await field('lastName').getAttribute('aria-invalid')).toBe('true')
  await page.keyboard.type('Hale')
  await page.keyboard.press('Enter')
  await expect.poll(() => hasFocus(field('passwordConfirm'))).toBe(true)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Dinner-For-2!')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/add_card')
}

async function linkCard(page: Page): Promise<void> {
  const frame = page.frameLocator('iframe')
  await frame.locator('#number').waitFor()
  await tabTo(page, page.locator('iframe'))
  // A complete number moves the focus to the expiry date.
  await page.keyboard.type('5555555555554444')
  await expect.poll(() => hasFocus(frame.locator('#expiry'))).toBe(true)
  await page.keyboard.type('1230')
  await page.keyboard.press('Tab')
  const optIn = page.locator('[name="directFileFeedOptIn"]')
  await tabTo(page, optIn)
  await page.keyboard.press('Space')
  await page.locator('main form [type="submit"]:not([disabled])').waitFor()
  await tabTo(page, page.locator('main form [type="submit"]'))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/card_added')
}

async function openAndCancelDeletion(page: Page): Promise<void> {
  await tabTo(page, page.locator('main a[href="/account/overview"]'))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/account/overview')
  await tabTo(page, page.locator('main a[href="/account/manage_cards"]').first())
  await page.keyboard.press('Enter')
  await page.waitForURL('**/account/manage_cards')
  await waitForRest(page)
  const remove = page.getByRole('button', { name: /4444/ })
  await tabTo(page, remove)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  // The dialog traps the focus.
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.matches('main *:not(dialog *)'))).toBe(false)
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await hasFocus(remove)).toBe(true)
  expect(await page.locator('main').innerText()).toContain('4444')
}
