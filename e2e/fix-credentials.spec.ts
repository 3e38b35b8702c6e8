import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { apiUser, demoPassword } from './support/api.ts'
import { openPage } from './support/browser.ts'
import { expect, setUpProduct, test } from './support/journey.ts'
import { tabTo, typeInto } from './support/keyboard.ts'

const on = setUpProduct()
const emailAt = (slug: string) => `new@${slug}.example`

test.beforeAll(async () => {
  const file = join(on.product.dataDir, 'bounces.csv')
  const rows = ['skyward', 'harbor'].map(
    slug => `${emailAt(slug)},bounce,2020-01-05T08:00:00Z,No such user,${slug}`,
  )
  writeFileSync(file, ['email,type,at,reason,partner', ...rows, ''].join('\n'))
  await on.product.command('mail', 'bounces', file)
})

test('bounced address, by keyboard: led there at sign-in, a wrong password, then a code', async () => {
  const at = (path: string) => `${on.product.address('skyward')}${path}`
  const { page } = await openPage(on.browser, undefined, { allowedErrors: /status of 400/ })
  await signIn(page, 'skyward', at('/login'))
  await page.waitForURL('**/fix_credentials**')
  await expect(page.locator('main')).toContainText(emailAt('skyward'), { useInnerText: true })
  await typeInto(page, page.locator('main [name="email"]'), 'new.address@skyward.test')
  await typeInto(page, page.locator('main [name="password"]'), 'not-the-password-1')
  await page.keyboard.press('Enter')
  await page.getByText('This is not your password.').first().waitFor()
  await tabTo(page, page.locator('main [name="password"]'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await enterCode(page, 'skyward', 'new.address@skyward.test')
  await tabTo(page, page.getByRole('link', { name: 'Continue' }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/account/overview')
})

test('bounced address, no script: later, then a code; the old address takes it back', async () => {
  const at = (path: string) => `${on.product.address('harbor')}${path}`
  const { page } = await openPage(on.browser, { width: 390, height: 800 }, { javaScriptEnabled: false })
  await signIn(page, 'harbor', at('/login?returnTo=/account/manage_cards'))
  await page.waitForURL('**/fix_credentials?**')
  await page.getByRole('button', { name: 'Do it later' }).click()
  await page.waitForURL('**/account/manage_cards')
  for (const email of ['first.address@harbor.test', 'second.address@harbor.test']) {
    await page.goto(at('/fix_credentials'))
    await page.locator('main [name="email"]').fill(email)
    await page.locator('main [name="password"]').fill(demoPassword)
    await page.locator('main [type="submit"]').first().click()
    await enterCode(page, 'harbor', email)
  }
  const mail = await mailedTo('harbor', 'first.address@harbor.test', /restore_email/)
  await page.goto(/https?:\S+\/restore_email\?token=\S+/.exec(mail)?.[0] ?? '')
  await page.getByRole('button', { name: 'It was not me' }).click()
  await page.getByRole('heading', { name: 'Your email address is restored' }).waitFor()
  await page.getByRole('link', { name: 'Choose a new password' }).click()
  await page.waitForURL('**/recover/confirm')
  await mailedTo('harbor', 'first.address@harbor.test', /recover\/confirm/)
})

async function signIn(page: Page, slug: string, address: string): Promise<void> {
  await page.goto(address)
  await typeInto(page, page.locator('main [name="userName"]'), emailAt(slug))
  await typeInto(page, page.locator('main [name="password"]'), demoPassword)
  await page.keyboard.press('Enter')
}

async function enterCode(page: Page, slug: string, email: string): Promise<void> {
  await page.locator('main [name="code"]').waitFor()
  const mail = await mailedTo(slug, email, /: \d{6}\./)
  await typeInto(page, page.locator('main [name="code"]'), /: (\d{6})\./.exec(mail)?.[1] ?? '')
  await page.keyboard.press('Enter')
  await page.getByText('Your email address is updated').first().waitFor()
}

/** The newest mail to an address, once it has these words. */
async function mailedTo(slug: string, recipient: string, words: RegExp): Promise<string> {
  const user = apiUser(on.product.address(slug))
  const newest = async () => {
    const { body } = await user.get<{ mails: { recipient: string; text: string }[] }>('/api/Staging')
    return body.mails.find(mail => mail.recipient === recipient)?.text ?? ''
  }
  await expect.poll(newest).toMatch(words)
  return newest()
}
