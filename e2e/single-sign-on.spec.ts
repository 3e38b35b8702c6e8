import { demoPassword } from './support/api.ts'
import { openPage } from './support/browser.ts'
import { expect, setUpProduct, test } from './support/journey.ts'
import { freePort } from './support/product.ts'

const on = setUpProduct({ LOG_LEVEL: 'warn', SSO_PORT: String(await freePort()) })

test('single sign-on: canceled -> a message; deep link by keyboard -> the page it names; sign-out -> also there', async () => {
  const at = (path: string) => on.product.address('meridian') + path
  const { page } = await openPage(on.browser)
  await page.goto(at('/account/manage_cards'))
  const leave = page.locator('main a[href^="/api/Sso/Start"]')
  await leave.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL('**/Login?**')
  await page.getByRole('alert').getByText('You are not signed in').waitFor()

  await leave.click()
  await page.locator('[name="userName"]').fill('member@meridian.example')
  await page.locator('[name="password"]').fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL(at('/account/manage_cards'))
  expect(await page.locator('h1').innerText()).toContain('Linked cards')

  await page.goto(at('/SignOut'))
  await page.getByRole('heading', { name: 'Sign out of Meridian' }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(url => url.pathname === '/SignOut')
  await page.getByRole('heading', { level: 1, name: 'signed out' }).waitFor()
  await page.goto(at('/api/Sso/Start'))
  await page.locator('[name="password"]').waitFor()
})
