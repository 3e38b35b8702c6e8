import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { apiUser, demoPassword, signIn } from './api.ts'
import { expect } from './journey.ts'
import { press, tabTo } from './keyboard.ts'
import type { Product } from './product.ts'

/** It is a day and a restaurant with a table for two around seven, with a bonus if any. */
export interface FreeTable {
  readonly path: string
  readonly date: string
  readonly merchantId: string
}

interface Found {
  readonly merchants: readonly { readonly id: string }[]
}
interface Times {
  readonly state: string
  readonly slots: readonly { readonly slotId: string }[]
}

/** `skip` makes journeys use different restaurants. */
export async function freeTable(address: string, skip = 0): Promise<FreeTable> {
  const near = 'latitude=40.7577&longitude=-73.9857&reservations=true&pageSize=30'
  const { body } = await apiUser(address).get<Found>(`/api/v2/Merchants/Search?${near}`)
  return freeTableAmong(
    address,
    body.merchants.map(({ id }) => id),
    skip,
  )
}

/** It is the first of these restaurants with a table. */
export async function freeTableAmong(address: string, ids: readonly string[], skip = 0): Promise<FreeTable> {
  const user = apiUser(address)
  const date = new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10)
  let left = skip
  for (const id of ids) {
    const times = await user.get<Times>(
      `/api/v2/Merchants/${id}/Availability?date=${date}&time=19:00&partySize=2`,
    )
    if (times.body.slots.length === 5 && left-- === 0)
      return { path: `/merchants/${id}`, date, merchantId: id }
  }
  throw new Error(`None of ${ids.length} restaurants has five tables on ${date}.`)
}

/** Enable bookings for a partner by a setting, which is in force within seconds. */
export async function takeBookings(product: Product, slug: string): Promise<void> {
  await product.command('settings', 'set', '--partner', slug, 'reservations.provider', 'book')
  for (let left = 60; left > 0; left--) {
    if (await freeTable(product.address(slug)).catch(() => null)) return
    await sleep(500)
  }
  throw new Error(`${slug} takes no bookings.`)
}

export const availabilityPath = ({ path, date }: FreeTable) => `${path}?date=${date}&time=19:00&partySize=2`

/** The member's upcoming reservations at this restaurant, from the server. */
export async function tablesOf(address: string, email: string, merchantId: string): Promise<number> {
  const user = apiUser(address)
  await signIn(user, email)
  const { body } = await user.get<{ items: { merchantId: string; status: string }[] }>(
    '/api/Member/Reservations',
  )
  return body.items.filter(table => table.merchantId === merchantId && table.status === 'booked').length
}

/** It asks by keyboard alone, at the restaurant's page. */
export async function askForTimes(page: Page, date: string): Promise<void> {
  await press(page, page.locator('#reserve summary'))
  await tabTo(page, page.locator('#reserve-date'))
  // Date inputs take month, day, year.
  const [year, month, day] = date.split('-')
  await page.keyboard.type(`${month}${day}${year}`)
  await press(page, page.getByRole('button', { name: 'Find times' }))
}

/** It confirms in the dialog of a table. @returns the confirmation code */
export async function confirmTable(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog')
  await press(page, dialog.getByRole('button', { name: 'Book this table' }))
  return codeIn(dialog)
}

export async function codeIn(dialog: Locator): Promise<string> {
  const code = await dialog.locator('p', { hasText: 'Confirmation code' }).locator('span').last().innerText()
  expect(code).toMatch(/^[A-Z0-9]{6}$/)
  return code
}

export const times = (page: Page) => page.locator('#reserve li button')

/** The fields are folded to one line until it is pressed. */
export async function unfoldFields(page: Page): Promise<void> {
  const fields = page.locator('#reserve details')
  if ((await fields.getAttribute('open')) === null) await fields.locator('summary').click()
}

export async function findTimes(page: Page, date: string): Promise<void> {
  await unfoldFields(page)
  await page.locator('#reserve-date').fill(date)
  // In the evening the form begins with a later hour.
  await page.locator('#reserve-time').selectOption('19:00')
  await page.getByRole('button', { name: 'Find times' }).click()
  await times(page).first().waitFor()
}

/** Sign in where required, and return. */
export async function signInHere(page: Page, email: string): Promise<void> {
  await page.waitForURL('**/login?**')
  await page.locator('[name="userName"]').fill(email)
  await page.locator('[name="password"]').fill(demoPassword)
  await page.locator('main form [type="submit"]').click()
  await page.waitForURL('**/merchants/**')
}
