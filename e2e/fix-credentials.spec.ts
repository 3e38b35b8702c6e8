import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { apiUser, demoPassword } from './support/api.ts'
import { openPage } from './support/browser.ts'
import { expect, setUpProduct, test } from './support/journey.ts'

const on = setUpProduct()
const email = 'new@skyward.example'
const newEmail = 'new.address@skyward.test'

test('bounced address: led there at sign-in, later without script, then a code', async () => {
  const at = (path: string) => `${on.product.address('skyward')}${path}`
  const file = join(on.product.dataDir, 'bounces.csv')
  writeFileSync(file, `email,type,at,reason\n${email},bounce,2020-01-05T08:00:00Z,No such user\n`)
  const command = ['apps/server/src/cli/main.ts', 'mail', 'bounces', file, '--partner', 'skyward']
  await promisify(execFile)(process.execPath, command, {
    env: { ...process.env, DATA_DIR: on.product.dataDir },
  })

  const withoutScript = await openPage(on.browser, { width: 390, height: 800 }, { javaScriptEnabled: false })
  await signIn(withoutScript.page, at('/login?returnTo=/account/manage_cards'))
  await withoutScript.page.waitForURL('**/fix_credentials?**')
  await withoutScript.page.getByRole('button', { name: 'Do it later' }).click()
  await withoutScript.page.waitForURL('**/account/manage_cards')

  const { page } = await openPage(on.browser, undefined, { allowedErrors: /status of 400/ })
  await signIn(page, at('/login'))
  await page.waitForURL('**/account/overview')
  await page.goto(at('/fix_credentials'))
  expect(await page.locator('main').innerText()).toContain(email)
  await page.locator('main [name="email"]').fill(newEmail)
  await page.locator('main [name="password"]').fill('not-the-password-1')
  await page.keyboard.press('Enter')
  await page.getByText('This is not your password.').first().waitFor()
  await page.locator('main [name="password"]').fill(demoPassword)
  await page.keyboard.press('Enter')
  const mailed = await mailedTo(newEmail)
  await page.locator('main [name="code"]').fill(/: (\d{6})\./.exec(mailed)?.[1] ?? '')
  await page.keyboard.press('Enter')
  await page.getByText('Your email address is updated').first().waitFor()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL('**/account/overview')
})

async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.locator('main [name="userName"]').fill(email)
  await page.locator('main [name="password"]').fill(demoPassword)
  await page.locator('main form [type="submit"]').click()
}

/** The text of the newest mail to an address. */
async function mailedTo(recipient: string): Promise<string> {
  const user = apiUser(on.product.address('skyward'))
  const newest = async () => {
    const { body } = await user.get<{ mails: { recipient: string; text: string }[] }>('/api/Staging')
    return body.mails.find(mail => mail.recipient === recipient)?.text ?? ''
  }
  await expect.poll(newest).toMatch(/\d{6}/)
  return newest()
}
