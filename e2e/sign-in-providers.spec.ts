import type { Page } from '@playwright/test'
import { freePort } from '../apps/server/src/testing/processes/free-port.ts'
import { demoPassword } from './support/api.ts'
import { inspect, openPage, waitForHydration } from './support/browser.ts'
import { expect, setUpProduct, test } from './support/journey.ts'
import { openWithServiceWorker } from './support/service-worker.ts'

const on = setUpProduct({ SSO_PORT: String(await freePort()) })
const at = (path: string) => on.product.address('cellwave') + path

test('Apple, by keyboard: joined without a password, signed in again; the last way to sign in stays', async () => {
  const options = { allowedErrors: /409/, serviceWorkers: 'allow' } as const
  const { page } = await openPage(on.browser, { width: 390, height: 844 }, options)
  // With the service worker, which must not ask twice: an answer is taken once.
  await openWithServiceWorker(page, at('/join?returnTo=/search'))
  await inspect(page, 'all', 'main')
  await press(page, 'Continue with Apple')
  await signInThere(page, 'newcomer@cellwave.example')
  await page.waitForURL('**/join?returnTo=**')
  await expect(page.getByLabel('First name')).toHaveValue('Noor')
  await expect(page.getByLabel('Email')).toHaveValue('newcomer@cellwave.example')
  await expect(page.locator('[name="password"]')).toHaveCount(0)
  await inspect(page, 'all', 'main')
  await page.locator('[name="address1"]').fill('35 Berry St')
  await page.locator('[name="zipCode"]').fill('11249')
  await page.locator('[name="termsAccepted"]').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/add_card?returnTo=**')

  await page.goto(at('/SignOut'))
  await page.goto(at('/login?returnTo=/account/user_profile'))
  await press(page, 'Continue with Apple')
  // The provider knows the browser.
  await page.waitForURL('**/account/user_profile')
  const linked = page.getByRole('region', { name: 'Apple and Google' })
  await expect(linked.getByRole('listitem').first()).toContainText('Linked')
  await waitForHydration(page, '#main form')
  await linked.getByRole('button', { name: 'Unlink Apple' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  await linked.getByRole('link', { name: 'Set a password' }).waitFor()
  await inspect(page, 'all', 'main')
  await page.goto(at('/account/change_password'))
  await page.waitForURL('**/recover')
})

test('Google without script: canceled -> a sentence; a member’s address -> the password once, then linked; unlinked', async () => {
  const { page } = await openPage(on.browser, undefined, { javaScriptEnabled: false })
  await page.goto(at('/login?returnTo=/account/user_profile'))
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alert').getByText('You left Google before you were signed in.').waitFor()
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await signInThere(page, 'member@cellwave.example')
  await page.waitForURL('**/link_sign_in?**')
  await page.locator('[name="password"]').fill(demoPassword)
  await page.getByRole('button', { name: 'Link Google' }).click()
  await page.waitForURL('**/account/user_profile')
  const google = page.getByRole('region', { name: 'Apple and Google' }).getByRole('listitem').last()
  await expect(google).toContainText('Linked')
  await google.getByRole('button', { name: 'Unlink' }).click()
  await page.waitForURL('**/account/user_profile')
  await expect(google).toContainText('Not linked')
})

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).focus()
  await page.keyboard.press('Enter')
}

async function signInThere(page: Page, email: string): Promise<void> {
  await page.locator('[name="userName"]').fill(email)
  await page.locator('[name="password"]').fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
