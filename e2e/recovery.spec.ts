import type { Page } from '@playwright/test'
import { apiUser, demoPassword } from './support/api.ts'
import { inspect, openPage } from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'

const on = setUpSharedProduct()
const newPassword = 'Supper-For-3!'

for (const { slug, by, options } of [
  { slug: 'harbor', by: 'link', options: { javaScriptEnabled: false } },
  { slug: 'skyward', by: 'code', options: {} },
] as const)
  test(`locked out of ${slug}: forgotten password -> ${by} by mail, new password, signed in`, async () => {
    const at = (path: string) => `${on.product.address(slug)}${path}`
    const email = `locked@${slug}.example`
    const { page } = await openPage(on.browser, undefined, { allowedErrors: /status of 40[03]/, ...options })
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
    await page.locator('[name="code"]').waitFor()
    if (by === 'code') {
      await enterCode(page, await mailTo(slug, email))
      await page.waitForURL('**/recover/update')
      await inspect(page)
    } else {
      const { text } = await mailTo(slug, email)
      await page.goto(/https?:\S+\/recover\/confirm\?code=\S+/.exec(text)?.[0] ?? '')
      await page.locator('main form [type="submit"]').press('Enter')
    }
    await page.locator('[name="password"]').fill(newPassword)
    await page.locator('[name="passwordConfirm"]').fill(newPassword)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/recover/success')

    await page.locator('main a[href="/login"]').click()
    await signIn(newPassword)
    await page.waitForURL('**/account/**')
  })

async function enterCode(page: Page, { text }: { text: string }): Promise<void> {
  await page.locator('[name="code"]').fill('12345')
  await page.keyboard.press('Enter')
  await page.getByText('Enter the six digits of the code.').first().waitFor()
  await page.locator('[name="code"]').fill(/: (\d{6})\./.exec(text)?.[1] ?? '')
  await page.keyboard.press('Enter')
}

async function mailTo(slug: string, email: string): Promise<{ text: string }> {
  const user = apiUser(on.product.address(slug))
  const newest = async () => {
    const { body } = await user.get<{ mails: { recipient: string; text: string }[] }>('/api/Staging')
    return body.mails.find(({ recipient }) => recipient === email)?.text ?? ''
  }
  await expect.poll(newest).toContain('/recover/confirm')
  return { text: await newest() }
}
