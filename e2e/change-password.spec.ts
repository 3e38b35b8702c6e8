import type { Page } from '@playwright/test'
import { apiUser, demoPassword, signIn } from './support/api.ts'
import { inspect, openPage, startSession, waitForHydration, waitForRest } from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'
import { press, typeForm, typeInto } from './support/keyboard.ts'

const on = setUpSharedProduct()
const newPassword = 'Supper-For-3!'
const allowedErrors = /status of 400/

test('change of the password, by keyboard: wrong, common, changed -> others signed out, signs in with it', async () => {
  const address = on.product.address('cellwave')
  const email = 'optedout@cellwave.example'
  const elsewhere = apiUser(address)
  await signIn(elsewhere, email)
  const { page } = await openPage(on.browser, undefined, { allowedErrors })
  await startSession(page, address, email)
  await page.goto(`${address}/account/user_profile`)
  await press(page, page.getByRole('link', { name: 'Change your password' }))
  await page.waitForURL('**/account/change_password')
  await waitForHydration(page, '#main form')

  await typeForm(page, {
    current: 'not-the-password-1',
    password: newPassword,
    passwordConfirm: newPassword,
  })
  await page.keyboard.press('Enter')
  await page.getByText('This is not your password.').first().waitFor()
  for (const name of ['password', 'passwordConfirm'])
    await expect(page.locator(`main [name="${name}"]`)).toHaveValue(newPassword)
  await inspect(page, 'all', 'main', [390])

  await typeForm(page, { current: demoPassword, password: 'password123', passwordConfirm: 'password123' })
  await page.keyboard.press('Enter')
  await page.getByText('Too many people use this password').first().waitFor()

  await typeForm(page, { password: newPassword, passwordConfirm: newPassword })
  await page.keyboard.press('Enter')
  await page.getByText('Your password is changed. Your other devices are signed out.').waitFor()
  expect((await elsewhere.get('/api/Member')).status).toBe(401)
  await press(page, page.getByRole('link', { name: 'Back to your profile' }))
  await page.waitForURL('**/account/user_profile')
  await waitForRest(page)

  await page.goto(`${address}/SignOut`)
  await waitForRest(page)
  await signInAgain(page, address, email)
})

test('change of the password, no script: a wrong one -> told at its field; changed -> signs in with it', async () => {
  const address = on.product.address('harbor')
  const email = 'optedout@harbor.example'
  const { page } = await openPage(
    on.browser,
    { width: 390, height: 844 },
    { javaScriptEnabled: false, allowedErrors },
  )
  await startSession(page, address, email)
  await page.goto(`${address}/account/change_password`)
  const change = async (current: string) => {
    for (const [name, value] of Object.entries({
      current,
      password: newPassword,
      passwordConfirm: newPassword,
    }))
      await page.locator(`main [name="${name}"]`).fill(value)
    await page.getByRole('button', { name: 'Change password' }).click()
  }
  await change('not-the-password-1')
  await page.getByText('This is not your password.').first().waitFor()
  await change(demoPassword)
  await page.getByText('Your password is changed.').waitFor()
  await page.goto(`${address}/SignOut`)
  await signInAgain(page, address, email)
})

async function signInAgain(page: Page, address: string, email: string): Promise<void> {
  await page.goto(`${address}/login`)
  await typeInto(page, page.locator('main [name="userName"]'), email)
  await typeInto(page, page.locator('main [name="password"]'), newPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/account/overview')
}
