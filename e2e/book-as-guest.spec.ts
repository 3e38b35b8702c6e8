import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { apiUser } from './support/api.ts'
import { inspect, openPage, waitForRest } from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'
import { codeIn } from './support/tables.ts'

const on = setUpSharedProduct()
const phone = { width: 390, height: 844 }
const email = 'iris.vale@guest.test'

test('visitor: Italian for two, booked as a guest -> at most 8 taps; canceled by the mailed link', async () => {
  const address = on.product.address('skyward')
  const { page } = await openPage(on.browser, phone, { hasTouch: true })
  const taps = await countTaps(page)
  await page.goto(address)
  await waitForRest(page)
  const words = page.locator('main form [name="restaurantOrCuisine"]').first()
  await words.tap()
  await words.fill('italian')
  // A table of tonight may soon be too close to be canceled.
  const day = page.locator('main form [name="date"]').first()
  await day.tap()
  await day.fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?**')
  await waitForRest(page)
  await page.locator('main article a[href*="slot="]').first().tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Book as a guest' }).tap()
  // The first field has the focus.
  await dialog.locator('[name="name"]:focus').fill('Iris Vale')
  await dialog.locator('[name="email"]').tap()
  await dialog.locator('[name="email"]').fill(email)
  await inspect(page, 'all', 'dialog[open]')
  await dialog.getByRole('button', { name: 'Email me a code' }).tap()
  await dialog.locator('[name="code"]:focus').fill(await mailed(address, /\b\d{6}\b/))
  await dialog.getByRole('button', { name: 'Book this table' }).tap()
  const code = await codeIn(dialog)
  expect(await taps()).toBeLessThanOrEqual(8)
  await expect(dialog.getByText('As a member you would earn')).toBeVisible()

  const link = await mailed(address, /http\S+\/booking\?token=[\w-]+/)
  await page.goto(link)
  await waitForRest(page)
  await expect(page.locator('main')).toContainText(code)
  await expect(page).not.toHaveURL(/token/)
  await inspect(page, 'all', 'main')
  await page.getByRole('button', { name: 'Find times' }).tap()
  await expect(page.getByRole('button', { name: /\d [AP]M$/ }).first()).toBeVisible()
  await expect(page).not.toHaveURL(/token/)

  const plain = (await openPage(on.browser, phone, { hasTouch: true, javaScriptEnabled: false })).page
  await plain.goto(link)
  await plain.getByText('Cancel this booking').tap()
  await plain.getByRole('button', { name: 'Cancel it now' }).tap()
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Your booking is canceled')
})

/** The count goes on over the pages of one tab. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  let taps = 0
  await page.exposeFunction('countTap', () => {
    taps += 1
  })
  await page.addInitScript(() => {
    addEventListener(
      'click',
      event => event.isTrusted && (window as unknown as { countTap(): void }).countTap(),
      true,
    )
  })
  return async () => taps
}

/** It waits for the mail. */
async function mailed(address: string, pattern: RegExp): Promise<string> {
  for (let left = 60; left > 0; left--) {
    const { body } = await apiUser(address).get<{ mails: { recipient: string; text: string }[] }>(
      '/api/Staging',
    )
    for (const { recipient, text } of body.mails) {
      const found = recipient === email ? pattern.exec(text)?.[0] : undefined
      if (found) return found
    }
    await sleep(500)
  }
  throw new Error(`no mail to ${email} with ${pattern}`)
}
