import type { Page, Route } from '@playwright/test'
import {
  accessibilityProblems,
  failedRequests,
  openPage,
  startSession,
  waitForRest,
} from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'

/* Writes are answered here, since other journeys read the same data. */

const on = setUpSharedProduct()

const answer = (route: Route, status: number, body: object) =>
  route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) })

const failure = (code: string) => ({ code, message: 'Refused.', requestId: 'x' })

const log = (page: Page) => page.getByRole('log')

async function openAccount(slug: string, name: string, path: string): Promise<Page> {
  const { page } = await openPage(
    on.browser,
    { width: 390, height: 844 },
    { allowedErrors: failedRequests, permissions: ['clipboard-read', 'clipboard-write'] },
  )
  await startSession(page, on.product.address(slug), `${name}@${slug}.example`)
  await page.goto(`${on.product.address(slug)}/account/${path}`)
  await waitForRest(page)
  return page
}

test('account §4 Card deletion, account §8 Card deletion: refused, deleted elsewhere, deleted -> says so', async () => {
  const page = await openAccount('skyward', 'member', 'manage_cards')
  const first = page.getByRole('button', { name: /^Delete .* ending in/ }).first()
  const lastFour = /\d{4}$/.exec((await first.getAttribute('aria-label'))!)![0]
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/Member/Cards?*', async route => {
    await held
    await answer(route, 500, failure('internal'))
  })
  await first.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Delete this card?')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(first).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Delete this card' }).click()
  await page.getByText('Deleting...').waitFor()
  release()
  await expect(log(page)).toContainText(
    `Your card ending in ${lastFour} can not be deleted, please try again later.`,
  )

  await page.unroute('**/api/Member/Cards?*')
  await page.route('**/api/Member/Cards?*', route => answer(route, 200, { accountClosed: false }))
  await first.click()
  await dialog.getByRole('button', { name: 'Delete this card' }).click()
  await expect(log(page)).toContainText(`Your card ending in ${lastFour} has been deleted.`)

  await page.route('**/api/Member/Cards', route => answer(route, 200, { items: [] }))
  await first.click()
  await expect(log(page)).toContainText(`Your card ending in ${lastFour} was deleted already.`)
  await page.getByText('No card linked').waitFor()
})

test('account §4 Bonus registration, account §8 Bonus: refused, then registered -> shown as such, also reloaded', async () => {
  const page = await openAccount('harbor', 'new', 'overview')
  const register = page.getByRole('button', { name: /Register for this bonus: Welcome/ })
  await page.route('**/api/Member/Bonus/*', route => answer(route, 500, failure('internal')))
  await register.click()
  await expect(log(page)).toContainText('Something went wrong, please refresh your browser.')
  await page.unroute('**/api/Member/Bonus/*')
  await page.route('**/api/Member/Bonus/*', route => answer(route, 200, {}))
  await register.click()
  await expect(log(page)).toContainText('Registered for bonus')
  const activated = page.getByRole('region', { name: 'Your bonuses' })
  await expect(activated).toContainText('Welcome to the table')
  await page.reload()
  await expect(activated).toContainText('Welcome to the table')
  await expect(register).toBeHidden()
})

test('account §2 Referral link, account §8 Referral: copied -> says so', async () => {
  const page = await openAccount('skyward', 'new', 'overview')
  await page.getByRole('button', { name: 'Copy my link' }).click()
  await expect(log(page)).toContainText('Your referral link has been copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /\/join\?utm_source=accountcenter&utm_medium=website&referrer=[\w-]+$/,
  )
})

test('account §4 SMS opt-in version 2, account §5 Texts: only a checked confirm keeps it, and only for that phone', async () => {
  const page = await openAccount('cellwave', 'member', 'user_profile')
  const texts = page.locator('[name="smsOptIn"]')
  const dialog = page.getByRole('dialog')
  const decide = async (button: string, agrees: boolean) => {
    await texts.uncheck()
    await texts.click()
    if (agrees) await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: button }).click()
    await dialog.waitFor({ state: 'hidden' })
    return texts.isChecked()
  }
  expect(await decide('Cancel', true)).toBe(false)
  expect(await decide('Turn on texts', false)).toBe(false)
  expect(await decide('Turn on texts', true)).toBe(true)
  const phone = page.locator('[name="phoneNumber"]')
  const saved = await phone.inputValue()
  await phone.fill('212-555-0143')
  await expect(texts).toBeChecked()
  await phone.fill('123')
  // Leaving a wrong number turns them off. The click that leaves it hits, although its error is two lines and moves what
  // is below.
  await texts.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(texts).not.toBeChecked()
  await page.getByText('Invalid phone number').waitFor()
  expect(await decide('Turn on texts', true)).toBe(true)
  await phone.fill('')
  await expect(texts).not.toBeChecked()
  await expect(texts).toBeDisabled()
  await phone.fill(saved)
  await expect(texts).toBeEnabled()
  await expect(texts).not.toBeChecked()

  // A save that fails leaves the focus on the button, and what was typed.
  await page.route('**/api/Member', route =>
    route.request().method() === 'PUT' ? answer(route, 500, failure('internal')) : route.continue(),
  )
  await page.locator('[name="zipCode"]').fill('10003')
  const save = page.getByRole('button', { name: 'Save changes' })
  await save.click()
  await page.getByText('No changes were saved. See error at bottom of page for more details.').waitFor()
  await page.getByText('Something went wrong. Please refresh the page and try again.').waitFor()
  await expect(save).toBeFocused()
  await expect(page.locator('[name="zipCode"]')).toHaveValue('10003')
})

test('account §8 Card frame, account §4 Adding cards: blocked frame -> says so and reopens; sent cards -> an empty form', async () => {
  const page = await openAccount('harbor', 'new', 'overview')
  await page.clock.install()
  const frames = '**/card?partner=*'
  await page.route(frames, route => route.abort())
  await page.goto(`${on.product.address('harbor')}/account/manage_cards`)
  await page.locator('iframe').waitFor({ state: 'attached' })
  await page.clock.fastForward(21_000)
  await page.getByText(/The required iframe has not loaded/).waitFor()
  await page.unroute(frames)
  await page.getByRole('button', { name: 'Open the card form again' }).click()
  await page.frameLocator('iframe').locator('#number').waitFor()

  const refused = { error: { code: 'card_in_use', message: 'This card is linked already.' } }
  await page.route('**/api/Member/Cards', route => {
    if (route.request().method() !== 'POST') return route.continue()
    const memberCard = {
      id: 'x',
      cardType: 'Visa',
      lastFour: '1234',
      description: 'Visa',
      partnerCardId: null,
    }
    return answer(route, 200, { cardRegistration: [{ memberCard, ...refused }] })
  })
  const boxes = page.getByRole('list', { name: 'Your Harbor Bank cards' }).getByRole('checkbox')
  const optIn = page.locator('[name="partnerCardsOptIn"]')
  const link = page.getByRole('button', { name: 'Link selected cards' })
  await expect(link).toBeDisabled()
  // It is pressed by keyboard: while the page scrolls, the browser may send a click to the frame that was there before.
  await boxes.first().press('Space')
  await expect(boxes.first()).toBeChecked()
  await expect(link).toBeDisabled()
  await optIn.press('Space')
  await link.press('Enter')
  await page.getByText('None of your cards could be linked.').waitFor()
  await expect(boxes.first()).not.toBeChecked()
  await expect(optIn).not.toBeChecked()
  await expect(link).toBeDisabled()
})
