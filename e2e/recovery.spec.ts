import type { Page } from '@playwright/test'
import { apiUser, demoPassword } from './support/api.ts'
import { inspect, openPage } from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'
import { tabTo, typeInto } from './support/keyboard.ts'

const on = setUpSharedProduct()
const newPassword = 'Supper-For-3!'

for (const { slug, by, options } of [
  { slug: 'harbor', by: 'link', options: { javaScriptEnabled: false } },
  { slug: 'skyward', by: 'code', options: {} },
] as const)
  test(`locked out of ${slug}, by keyboard: forgotten password -> ${by} by mail, new password, signed in`, async () => {
    const at = (path: string) => `${on.product.address(slug)}${path}`
    const email = `locked@${slug}.example`
    const { page } = await openPage(on.browser, undefined, { allowedErrors: /status of 40[03]/, ...options })
    await page.goto(at('/login'))
    const signIn = async (password: string) => {
      await typeInto(page, page.locator('main [name="userName"]'), email)
      await typeInto(page, page.locator('main [name="password"]'), password)
      await page.keyboard.press('Enter')
    }
    await signIn(demoPassword)
    await page.getByText('Reset your password').first().waitFor()

    await tabTo(page, page.locator('main a[href="/recover"]'))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/recover')
    await typeInto(page, page.locator('main [name="userName"]'), email)
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
    await typeInto(page, page.locator('[name="password"]'), newPassword)
    await typeInto(page, page.locator('[name="passwordConfirm"]'), newPassword)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/recover/success')

    await tabTo(page, page.locator('main a[href="/login"]'))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/login')
    await signIn(newPassword)
    await page.waitForURL('**/account/**')
  })

async function enterCode(page: Page, { text }: { text: string }): Promise<void> {
  await typeInto(page, page.locator('[name="code"]'), '12345')
  await page.keyboard.press('Enter')
  await page.getByText('Enter the six digits of the code.').first().waitFor()
  await tabTo(page, page.locator('[name="code"]'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(/: (\d{6})\./.exec(text)?.[1] ?? '')
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
