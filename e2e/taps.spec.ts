import type { Locator, Page } from '@playwright/test'
import { apiUser, signIn } from './support/api.ts'
import { inspect, openPage, startSession, waitForRest } from './support/browser.ts'
import { openConsole } from './support/console.ts'
import { earnedDine } from './support/dines.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'

/* How many taps the tasks take on a phone that people come for. Booking is counted where tables are searched. */

const on = setUpSharedProduct()
const phone = { width: 390, height: 844 }

async function memberAt(path: string): Promise<Page> {
  const address = on.product.address('skyward')
  const { page } = await openPage(on.browser, phone)
  await startSession(page, address, 'member@skyward.example')
  await page.goto(`${address}${path}`)
  await waitForRest(page)
  return page
}

function counter() {
  let taps = 0
  return {
    count: () => taps,
    tap: async (target: Locator) => {
      taps++
      await target.click()
    },
  }
}

test('what was earned and why -> one tap from home', async () => {
  const page = await memberAt('/')
  const { tap, count } = counter()
  await tap(page.getByRole('link', { name: 'Where it comes from' }))
  await page.waitForURL('**/account/**')
  const dine = page.getByRole('list', { name: 'Visits, newest first' }).getByRole('listitem').first()
  await expect(dine).toContainText(/\d points/)
  await expect(dine.locator('p').last()).not.toBeEmpty()
  expect(count()).toBe(1)
})

test('missing visit, of a table that was booked -> reported with four taps', async () => {
  const page = await memberAt('/account/recent_activity')
  const { tap, count } = counter()
  await tap(page.getByRole('link', { name: 'Report a missing visit' }))
  const proposed = page.getByRole('region', { name: 'Was it one of these?' })
  await inspect(page, 'all', null, [390])
  await tap(proposed.getByRole('link').first())
  await expect(page.getByLabel('When')).not.toHaveValue('')
  await tap(page.getByLabel('What you paid, in dollars'))
  await page.keyboard.type('61.20')
  await tap(page.getByRole('button', { name: 'Report this visit' }))
  await page.waitForURL('**/account/claims?claim=*')
  expect(count()).toBeLessThanOrEqual(4)
})

test('staff: why a dine earned what it did -> three taps', async () => {
  const member = apiUser(on.product.address('skyward'))
  await signIn(member, 'member@skyward.example')
  const { sourceTransactionId, merchantName } = await earnedDine(member)
  const page = await openConsole(on, 'support@dineward.example', { path: '/', viewport: phone })
  const { tap, count } = counter()
  await tap(page.getByRole('button', { name: 'Go to', exact: true }))
  await expect(page.getByLabel('Go to a page')).toBeFocused()
  await page.keyboard.type(sourceTransactionId)
  await tap(page.getByRole('dialog').getByText(merchantName).first())
  await page.getByText('Amount that earns').waitFor()
  expect(count()).toBeLessThanOrEqual(3)
})
