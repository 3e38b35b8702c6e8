import { inspect, openPage, waitForHydration, waitForRest } from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'
import {
  findTimes,
  freeTable,
  signInHere,
  tablesOf,
  takeBookings,
  times,
  unfoldFields,
} from './support/tables.ts'

const on = setUpSharedProduct()

test.beforeAll(() => takeBookings(on.product, 'cellwave'))
test.afterAll(() => on.product.command('settings', 'unset', '--partner', 'cellwave', 'reservations.provider'))

test('table: found by a visitor, confirmed twice after signing in -> booked once, canceled', async () => {
  const address = on.product.address('cellwave')
  const email = 'member@cellwave.example'
  const table = await freeTable(address)
  const { page } = await openPage(on.browser)
  await page.goto(address + table.path)
  await waitForRest(page)
  await findTimes(page, table.date)
  await inspect(page, 'all', '#reserve')
  const time = await times(page).nth(2).locator('span').first().innerText()
  await times(page).nth(2).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('We bring you back').waitFor()
  await inspect(page, 'all', 'dialog[open]')

  await dialog.getByRole('link', { name: 'Sign in and continue' }).click()
  await signInHere(page, email)
  await dialog.getByText(time, { exact: true }).waitFor()
  await dialog.getByText(/We keep this table for you for/).waitFor()
  await inspect(page, 'all', 'dialog[open]')
  await dialog.getByRole('button', { name: 'Book this table' }).dblclick()
  const code = await dialog.locator('p', { hasText: 'Confirmation code' }).locator('span').last().innerText()
  expect(code).toMatch(/^[A-Z0-9]{6}$/)
  await inspect(page, 'all', 'dialog[open]')
  expect(await tablesOf(address, email, table.merchantId)).toBe(1)

  await dialog.getByRole('link', { name: 'See my reservations' }).click()
  await page.waitForURL('**/account/reservations')
  const row = page.locator('main li', { hasText: code })
  await row.getByText('Booked').waitFor()
  await inspect(page, 'all', 'main')
  await expect(row).toHaveText(
    /Can be changed or canceled here until \d+:\d\d\s[AP]M, \w{3},\s\w{3}\s\d+\./,
    {
      useInnerText: true,
    },
  )
  const link = await row.getByRole('link', { name: /Add to calendar/ }).getAttribute('href')
  const file = await page.evaluate(async href => (await fetch(href)).text(), link!)
  expect(file).toContain('BEGIN:VEVENT')
  await row.getByRole('button', { name: /Cancel this booking/ }).click()
  await inspect(page, 'all', 'dialog[open]')
  await dialog.getByRole('button', { name: 'Cancel this booking' }).click()
  await row.getByText('Canceled').waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-labelledby')))
    .toBe('reservations-ahead')
  await inspect(page, 'all', 'main')
  const off = await row.getByRole('link', { name: /Remove from my calendar/ }).getAttribute('href')
  expect(await page.evaluate(async href => (await fetch(href)).text(), off!)).toContain('METHOD:CANCEL')
  expect(await tablesOf(address, email, table.merchantId)).toBe(0)
})

test('booking form: no script -> shows times and a phone number', async () => {
  const { page } = await openPage(on.browser, undefined, { javaScriptEnabled: false })
  const table = await freeTable(on.product.address('skyward'), 6)
  await page.goto(on.product.address('skyward') + table.path)
  await unfoldFields(page)
  await page.locator('#reserve-date').fill(table.date)
  // In the evening the form begins with a later hour.
  await page.locator('#reserve-time').selectOption('19:00')
  await page.locator('#reserve form [type="submit"]').first().click()
  await page.waitForURL('**/merchants/*?date=**')
  await expect(times(page)).toHaveCount(5)
  expect(await page.locator('#reserve').innerText()).toContain(
    'switch on JavaScript in your browser, or call',
  )
})

test('OpenTable restaurant: choices made -> passed in the link; its form loads on demand', async () => {
  const { page, context } = await openPage(on.browser)
  const asked: string[] = []
  await context.route('https://www.opentable.com/**', route => {
    asked.push(route.request().url())
    return route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="en"><title>t</title>',
    })
  })
  const { path, date } = await freeTable(on.product.address('skyward'))
  await page.goto(on.product.address('tablefolk') + path)
  await waitForHydration(page, '#reserve-party')
  await page.locator('#reserve-party').selectOption('4')
  await page.locator('#reserve-date').fill(date)
  // In the evening the form begins with a later hour.
  await page.locator('#reserve-time').selectOption('19:00')
  const link = page.getByRole('link', { name: /See times on OpenTable/ })
  await expect(link).toHaveAttribute(
    'href',
    new RegExp(
      String.raw`^https://www\.opentable\.com/restref/client/\?rid=\d+&restref=\d+&datetime=${date}T19%3A00&covers=4&lang=en-US$`,
    ),
  )
  expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual([
    '_blank',
    'external noopener',
  ])
  expect(asked).toEqual([])
  await page.locator('#reserve').getByRole('link', { name: 'Book on this page instead' }).click()
  await page.locator('#reserve iframe').waitFor()
  await expect.poll(() => asked.length).toBe(1)
})
