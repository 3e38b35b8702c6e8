import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { apiUser, demoPassword, signIn } from './api.ts'

/** A day on which, and a restaurant at which, two can sit down around seven, with the bonus where there is one. */
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

/** `skip` tells tables apart: each journey has a restaurant of its own. */
export async function freeTable(address: string, skip = 0): Promise<FreeTable> {
  const user = apiUser(address)
  const near = 'latitude=40.7577&longitude=-73.9857&reservations=true&pageSize=30'
  const { body } = await user.get<Found>(`/api/v2/Merchants/Search?${near}`)
  const date = new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10)
  let left = skip
  for (const { id } of body.merchants) {
    const times = await user.get<Times>(
      `/api/v2/Merchants/${id}/Availability?date=${date}&time=19:00&partySize=2`,
    )
    if (times.body.slots.length === 5 && left-- === 0)
      return { path: `/merchants/${id}`, date, merchantId: id }
  }
  throw new Error(`No restaurant near Times Square has five tables on ${date}.`)
}

/** Waits until the partner's restaurants have times, which a changed setting takes a moment for. */
export async function bookingsBegin(address: string): Promise<void> {
  for (let left = 60; left > 0; left--) {
    if (await freeTable(address).catch(() => null)) return
    await sleep(500)
  }
  throw new Error(`${address} takes no bookings.`)
}

export const asking = ({ path, date }: FreeTable) => `${path}?date=${date}&time=19:00&partySize=2`

/** The tables to come of a member at this restaurant, as the server knows them. */
export async function tablesOf(address: string, email: string, merchantId: string): Promise<number> {
  const user = apiUser(address)
  await signIn(user, email)
  const { body } = await user.get<{ items: { merchantId: string; status: string }[] }>(
    '/api/Member/Reservations',
  )
  return body.items.filter(table => table.merchantId === merchantId && table.status === 'booked').length
}

export const times = (page: Page) => page.locator('#reserve li button')

export async function findTimes(page: Page, date: string): Promise<void> {
  await page.locator('#reserve-date').fill(date)
  await page.getByRole('button', { name: 'Find times' }).click()
  await times(page).first().waitFor()
}

/** Signs in where the product asks to, and is brought back. */
export async function signInHere(page: Page, email: string): Promise<void> {
  await page.waitForURL('**/login?**')
  await page.locator('[name="userName"]').fill(email)
  await page.locator('[name="password"]').fill(demoPassword)
  await page.locator('main form [type="submit"]').click()
  await page.waitForURL('**/merchants/**')
}
