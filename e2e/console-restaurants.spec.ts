import type { Page } from '@playwright/test'
import { apiUser } from './support/api.ts'
import { inspect, openPage, waitForRest } from './support/browser.ts'
import { openConsole } from './support/console.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'
import { availabilityPath, findTimes, signInHere, tablesOf, times } from './support/tables.ts'

const on = setUpSharedProduct()
const name = 'Sawtooth Supper Club'
/** It is a GIF of one pixel. */
const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** It is far from where other journeys search. */
async function fillFacts(page: Page): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByRole('combobox', { name: 'Cuisines' }).fill('Basque')
  await page.keyboard.press('Enter')
  await page.getByLabel('Street').fill('618 W Grove St')
  await page.getByLabel('City').fill('Boise')
  await page.getByRole('textbox', { name: 'State' }).fill('id')
  await page.getByLabel('ZIP code').fill('83702')
  await page.getByLabel('Latitude').fill('43.6139')
  await page.getByLabel('Longitude').fill('-116.2023')
  await page
    .getByText('cannot draw the map')
    .or(page.getByRole('button', { name: 'Pin of the restaurant' }))
    .waitFor()
  await page.getByRole('combobox', { name: 'Time zone' }).click()
  await page.getByRole('option', { name: 'America/Denver' }).click()
  await page.getByRole('button', { name: 'Monday: add hours' }).click()
  await page.getByRole('button', { name: 'Copy Monday to other days' }).click()
  await page.getByRole('menuitem', { name: 'To every day' }).click()
  await page.getByRole('combobox', { name: 'Program' }).click()
  await page.getByRole('option', { name: 'Skyward Dining' }).click()
}

async function addPhoto(page: Page): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add a photo' }).click()
  await (await chooser).setFiles({ name: 'room.gif', mimeType: 'image/gif', buffer: picture })
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What the photo shows').fill('The dining room at night')
  await inspect(page, 'all', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await page.getByRole('img', { name: 'The dining room at night' }).waitFor()
}

async function bookAsMember(address: string, merchantId: string, email: string): Promise<string> {
  const { page } = await openPage(on.browser)
  const date = new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10)
  await page.goto(address + availabilityPath({ path: `/merchants/${merchantId}`, date, merchantId }))
  await waitForRest(page)
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await findTimes(page, date)
  await times(page).nth(2).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: 'Sign in and continue' }).click()
  await signInHere(page, email)
  await dialog.getByRole('button', { name: 'Book this table' }).click()
  await dialog.locator('p', { hasText: 'Confirmation code' }).waitFor()
  return date
}

test('restaurant: new by a form -> found and booked at the site; canceled; left', async () => {
  const address = on.product.address('skyward')
  const email = 'member@skyward.example'
  const page = await openConsole(on, 'restaurants@dineward.example', { path: '/restaurants/new' })
  await fillFacts(page)
  await inspect(page, 'all', null, [390])
  await page.getByRole('button', { name: 'Add the restaurant' }).click()
  await page.getByRole('heading', { name }).waitFor()
  const id = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1)!)
  await addPhoto(page)
  await page.getByRole('tab', { name: 'Tables and book' }).click()
  await page.getByRole('button', { name: 'Take bookings' }).click()
  await page.getByRole('button', { name: 'Save tables' }).click()
  await page.getByText('Tables saved.').waitFor()

  const search = `/api/v2/Merchants/Search?latitude=43.6&longitude=-116.2&restaurantOrCuisine=sawtooth`
  await expect
    .poll(async () =>
      (await apiUser(address).get<{ merchants: { id: string }[] }>(search)).body.merchants.map(one => one.id),
    )
    .toEqual([id])
  const date = await bookAsMember(address, id, email)

  await page.getByLabel('Day').fill(date)
  await page.getByRole('button', { name: /^Cancel [A-Z0-9]{6}$/ }).click()
  await page.getByLabel('Reason').fill('The kitchen is closed that day')
  await inspect(page, 'all', '[role=dialog]')
  await page.getByRole('button', { name: 'Cancel the table' }).click()
  await page.getByText('Canceled. The member gets a mail.').waitFor()
  expect(await tablesOf(address, email, id)).toBe(0)

  await page.getByRole('tab', { name: 'Programs and terms' }).click()
  await page.getByRole('button', { name: 'Change the terms in Skyward Dining' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Leaves on').fill(await dialog.getByLabel('Takes part from').inputValue())
  await dialog.getByLabel('Reason').fill('It closes for good')
  await dialog.getByRole('button', { name: 'Save terms' }).click()
  await page.getByRole('button', { name: 'Return to Skyward Dining' }).waitFor()
  await inspect(page, 'all', null, [1280])
})
