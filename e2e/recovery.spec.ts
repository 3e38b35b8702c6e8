import type { BrowserContext } from '@playwright/test'
import { apiUser, demoPassword } from './support/api.ts'
import { openPage } from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'

const on = setUpSharedProduct()
const email = 'locked@harbor.example'
const newPassword = 'Supper-For-3!'

test('locked out: forgotten password -> code by mail, new password, signed in', async () => {
  const at = (path: string) => `${on.product.address('harbor')}${path}`
  const { page } = await openPage(on.browser, undefined, { allowedErrors: /status of 40[03]/ })
  await page.goto(at('/login'))
  const signIn = async (password: string) => {
    await page.locator('main [name="userName"]').fill(email)
    await page.locator('main [name="password"]').fill(password)
    await page.locator('main form [type="submit"]').click()
  }
  await signIn(demoPassword)
  await page.getByText('Reset your password').first().waitFor()

  await page.locator('main a[href="/recover"]').click()
  await page.waitForURL('**/recover')
  await page.locator('main [name="userName"]').fill(email)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/recover/confirm')
  await page.locator('[name="code"]').fill('12345')
  await page.keyboard.press('Enter')
  await page.getByText('Enter the six digits of the code.').first().waitFor()
  await page.locator('[name="code"]').fill(await mailedCode(page.context()))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/recover/update')
  await page.locator('[name="password"]').fill(newPassword)
  await page.locator('[name="passwordConfirm"]').fill(newPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/recover/success')

  await page.locator('main a[href="/login"]').click()
  await signIn(newPassword)
  await page.waitForURL('**/account/**')
})

async function mailedCode(context: BrowserContext): Promise<string> {
  const user = apiUser(on.product.address('harbor'))
  const newest = async () => {
    const { body } = await user.get<{ mails: { id: string; recipient: string }[] }>('/api/Staging')
    return body.mails.find(({ recipient }) => recipient === email)?.id
  }
  await expect.poll(newest).toBeDefined()
  const mail = await context.newPage()
  await mail.goto(`${on.product.address('harbor')}/api/Staging/Mails/${await newest()}`)
  const text = await mail.locator('body').innerText()
  await mail.close()
  return /: (\d{6})\./.exec(text)?.[1] ?? ''
}
