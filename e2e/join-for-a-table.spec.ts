import type { Page } from '@playwright/test'
import { failedRequests, inspect, openPage, startSession, waitForRest } from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'
import { availabilityPath, findTimes, freeTable, times } from './support/tables.ts'

const on = setUpSharedProduct()

test('visitor: picks a table, joins and links a card -> returns to that table and books it', async () => {
  const address = on.product.address('skyward')
  const table = await freeTable(address)
  // Joining changes the session, and asks for a bot check where others joined from this address.
  const allowedErrors = /status of 403/
  const { page } = await openPage(on.browser, { width: 390, height: 844 }, { allowedErrors })
  await page.goto(address + table.path)
  await waitForRest(page)
  await findTimes(page, table.date)
  const time = await times(page).nth(2).locator('span').first().innerText()
  await times(page).nth(2).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: 'New here? Join, it is free' }).click()

  await page.waitForURL('**/join?**')
  expect(await visibleFields(page)).toBeLessThanOrEqual(6)
  await join(page)
  await page.waitForURL('**/join_rate?**')
  await chooseRate(page)
  await page.waitForURL('**/add_card?**')
  await linkCard(page)
  await page.waitForURL('**/card_added?**')
  await expect(page.getByRole('region', { name: 'What you get' })).toContainText('3 points per $1')
  await page.getByRole('link', { name: 'Continue' }).click()

  await page.waitForURL('**/merchants/**')
  await dialog.getByText(time, { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Book this table' }).click()
  await dialog.getByText('Confirmation code').waitFor()
})

test('member with the maximum of tables: books another -> refused, links to the reservations', async () => {
  const address = on.product.address('skyward')
  const table = await freeTable(address, 1)
  const { page } = await openPage(on.browser, undefined, { allowedErrors: failedRequests })
  await startSession(page, address, 'member@skyward.example')
  await page.route('**/api/Member/Reservations', route =>
    route.fulfill({
      status: 400,
      json: { code: 'reservation_limit_reached', message: 'no', requestId: '1' },
    }),
  )
  await page.goto(address + availabilityPath(table))
  await waitForRest(page)
  await times(page).nth(1).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Book this table' }).click()
  await dialog.getByText('You have 12 tables ahead').waitFor()
  await inspect(page, 'all', 'dialog[open]')
  await page.unroute('**/api/Member/Reservations')
  await dialog.getByRole('link', { name: 'See my reservations' }).click()
  await page.waitForURL('**/account/reservations')
})

async function join(page: Page): Promise<void> {
  const typed = {
    firstName: 'Ida',
    lastName: 'Fern',
    email: 'ida.fern@skyward.test',
    zipCode: '10036',
    password: 'Dinner-For-2!',
  }
  for (const [name, value] of Object.entries(typed))
    await page.locator(`main form [name="${name}"]`).fill(value)
  await page.locator('[name="termsAccepted"]').check()
  await page.locator('main form [type="submit"]').click()
}

/** What is to be filled in or checked before the card, at the size of a phone. */
function visibleFields(page: Page): Promise<number> {
  return page.locator('main form :is(input, select):visible').count()
}

async function chooseRate(page: Page): Promise<void> {
  const choices = page.locator('main form [name="emails"]')
  await expect(choices).toHaveCount(2)
  await expect(page.locator('main form [name="emails"]:checked')).toHaveCount(0)
  await page.getByLabel('With emails: 3 points per $1').check()
  await page.locator('main form [type="submit"]').click()
}

async function linkCard(page: Page): Promise<void> {
  const frame = page.frameLocator('iframe')
  await frame.locator('#number').pressSequentially('5555555555554444')
  await frame.locator('#expiry').pressSequentially('1230')
  // It is pressed by keyboard: while the page scrolls, the browser may send a click to the frame that was there before.
  await page.locator('[name="directFileFeedOptIn"]').press('Space')
  await page.locator('main form [type="submit"]:not([disabled])').press('Enter')
}
