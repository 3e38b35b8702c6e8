import type { Page } from '@playwright/test'
import { inspect, openPage, startSession, waitForHydration } from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'

const on = setUpSharedProduct()
const soon = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 60_000 })
const phone = { width: 390, height: 844 }

const cards = (page: Page) => page.locator('main li article')
const freeTimes = (page: Page) => cards(page).locator('ul a')

async function search(page: Page, query = ''): Promise<void> {
  await page.goto(`${on.product.address('skyward')}/search${query}`)
  await waitForHydration(page, 'main form')
}

test('member on a phone: Italian tonight for two -> booked with four taps', async () => {
  const address = on.product.address('skyward')
  const { page } = await openPage(on.browser)
  await page.setViewportSize(phone)
  await startSession(page, address, 'member@skyward.example')
  await page.goto(address)
  await waitForHydration(page, 'main form')
  let taps = 0
  const tap = async (target: ReturnType<Page['locator']>) => {
    taps++
    await target.click()
  }
  await tap(page.getByLabel('Restaurant or cuisine'))
  await page.keyboard.type('italian')
  await tap(page.getByRole('option', { name: /^Italian/ }).first())
  await page.waitForURL('**/search?restaurantOrCuisine=Italian')
  await tap(freeTimes(page).first())
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/We keep this table for you for/).waitFor()
  await tap(dialog.getByRole('button', { name: 'Book this table' }))
  await dialog.getByText('Confirmation code').waitFor()
  expect(taps).toBe(4)
})

test('visitor: date, time and party -> times on the cards; remembered; a time asks to sign in', async () => {
  const { page } = await openPage(on.browser)
  await search(page)
  await expect(page.locator('#search-time')).toHaveValue(/^(19|20|21):/)
  await expect(page.locator('#search-party')).toHaveValue('2')
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await page.locator('#search-date').fill(tomorrow)
  await page.waitForURL(`**date=${tomorrow}**`)
  await page.locator('#search-time').selectOption('20:00')
  await page.waitForURL('**time=20%3A00**')
  await page.locator('#search-party').selectOption('4')
  await page.waitForURL('**partySize=4')
  await soon(() => freeTimes(page).first().getAttribute('href')).toMatch(
    new RegExp(`date=${tomorrow}.*partySize=4.*slot=`),
  )
  await inspect(page, 'all', 'main')

  await search(page)
  await page.waitForURL(`**/search?date=${tomorrow}&time=20%3A00&partySize=4`)
  await expect(page.locator('#search-party')).toHaveValue('4')
  await freeTimes(page).first().click()
  await page.waitForURL('**/merchants/**slot=**')
  const dialog = page.getByRole('dialog', { name: 'Sign in to book' })
  await dialog.getByRole('link', { name: 'Sign in and continue' }).waitFor()
})

test('has a table -> each restaurant shows times; none at night -> says so', async () => {
  const { page } = await openPage(on.browser)
  await search(page)
  await page.getByRole('checkbox', { name: 'Has a table' }).check()
  await page.waitForURL('**hasTable=true')
  await soon(async () => (await cards(page).count()) - (await cards(page).locator('ul').count())).toBe(0)
  expect(await cards(page).count()).toBeGreaterThan(3)
  await page.getByRole('link', { name: 'Remove Has a table' }).click()
  await soon(() => page.url()).not.toContain('hasTable')

  await search(page, '?time=04:00')
  await expect(cards(page).getByText('No table near 4:00 AM').first()).toBeVisible()
  await search(page, '?date=2020-01-01&time=19:00&partySize=99')
  await expect(page.getByText('We ignored a part of this link')).toBeVisible()
  await expect(freeTimes(page).first()).toBeVisible()
})
