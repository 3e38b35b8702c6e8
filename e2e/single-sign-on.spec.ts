import type { Page } from '@playwright/test'
import { freePort } from '../apps/server/src/testing/processes/free-port.ts'
import { demoPassword } from './support/api.ts'
import { inspect, openPage } from './support/browser.ts'
import { expect, setUpProduct, test } from './support/journey.ts'
import { openWithServiceWorker } from './support/service-worker.ts'

const providerPort = String(await freePort())
const on = setUpProduct({ SSO_PORT: providerPort })
const at = (path: string) => on.product.address('meridian') + path

test('single sign-on: canceled -> a message; deep link by keyboard -> the page it names; sign-out -> also there', async () => {
  const { page } = await openPage(on.browser, undefined, { serviceWorkers: 'allow' })
  await page.goto(at('/account/manage_cards'))
  const leave = page.locator('main a[href^="/api/Sso/Start"]')
  await leave.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL('**/Login?**')
  await page.getByRole('alert').getByText('You are not signed in').waitFor()

  await leave.click()
  await signInAtProvider(page, 'member@meridian.example')
  await page.waitForURL(at('/account/manage_cards'))
  await expect(page.locator('h1')).toContainText('Linked cards', { useInnerText: true })

  // With the service worker, which must not ask twice: the second request finds no session.
  await openWithServiceWorker(page, at('/search'))
  await page.goto(at('/SignOut'))
  await page.getByRole('heading', { name: 'Sign out of Meridian' }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(url => url.pathname === '/SignOut')
  await page.getByRole('heading', { level: 1, name: 'signed out' }).waitFor()
  await page.goto(at('/api/Sso/Start'))
  await page.locator('[name="password"]').waitFor()
})

test('person of the partner: joins by keyboard with a locked name; signs out at the provider -> also here', async () => {
  await on.product.command('settings', 'set', '--partner', 'meridian', 'hasAutoEnroll', 'false')
  const { page } = await openPage(on.browser, { width: 390, height: 844 })
  await page.goto(at('/api/Sso/Start?returnTo=/search'))
  await signInAtProvider(page, 'newcomer@meridian.example')
  await page.waitForURL('**/join?returnTo=**')
  await expect(page.getByLabel('First name')).toHaveValue('Noor')
  await inspect(page, 'all', 'main')
  await page.locator('[name="zipCode"]').focus()
  await page.keyboard.type('10001')
  await page.locator('[name="termsAccepted"]').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/join_rate?returnTo=**')
  await page.locator('[name="emails"]').first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/add_card?returnTo=**')

  const provider = await page.context().newPage()
  await provider.goto(`http://localhost:${providerPort}/session/end`)
  await provider.getByRole('button', { name: 'Sign out' }).click()
  await expect
    .poll(async () => {
      await page.goto(at('/account/overview'))
      return new URL(page.url()).pathname
    })
    .toBe('/Login')
})

async function signInAtProvider(page: Page, email: string): Promise<void> {
  await page.locator('[name="userName"]').fill(email)
  await page.locator('[name="password"]').fill(demoPassword)
  await page.keyboard.press('Enter')
}
