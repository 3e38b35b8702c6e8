import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { apiUser, demoPassword } from './support/api.ts'
import { accessibilityProblems, openPage, waitForRest } from './support/browser.ts'
import { expect, setUpProduct, test } from './support/journey.ts'

const on = setUpProduct()

test('staging tools: clock, mail and component gallery -> usable', async () => {
  const { page } = await openPage(on.browser)
  const site = on.product.address('harbor')
  const email = `staging.${randomUUID().slice(0, 8)}@example.com`
  const joined = await apiUser(site).send('POST', '/api/Members/Prospects', {
    firstName: 'Ada',
    lastName: 'Moreau',
    email,
    password: demoPassword,
    passwordConfirm: demoPassword,
    zipCode: '10001',
    emailOptIn: true,
    termsAccepted: true,
    privacyAccepted: true,
  })
  expect(joined.status).toBe(200)

  await page.goto(`${site}/stgtools`)
  const mail = page.locator('#mail details', { hasText: email }).first()
  await mail.locator('summary').click()
  await mail.locator('a').click()
  await page.waitForURL('**/api/Staging/Mails/**')
  await expect(page.locator('h1')).toHaveText('Is this your email address?')
  const link = await page.locator('a[href*="/confirm_email"]').first().getAttribute('href')
  await page.goto(link!)
  await waitForRest(page)
  // The link's secret leaves the address, and the page still knows it.
  await expect(page).toHaveURL(/\/confirm_email$/)
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor()
  await expect(page).toHaveURL(/\/confirm_email$/)
  await page.goto(`${site}/stgtools`)
  await expect(page.locator('#mail')).toContainText('Welcome to')
  await unsubscribe(page, site, email)

  // Last: a code that has not been mailed yet expires with the clock.
  await page.goto(`${site}/stgtools`)
  const before = Date.parse((await page.locator('#clock time').getAttribute('datetime'))!)
  await page.getByRole('button', { name: '35 days on' }).click()
  await expect
    .poll(async () => Date.parse((await page.locator('#clock time').getAttribute('datetime'))!) - before)
    .toBeGreaterThan(34 * 24 * 3_600_000)
  await page.getByRole('button', { name: 'Back to real time' }).click()
  await expect
    .poll(async () => Date.parse((await page.locator('#clock time').getAttribute('datetime'))!) - before)
    .toBeLessThan(3_600_000)

  await page.goto(`${site}/stgtools/components`)
  expect(await accessibilityProblems(page)).toEqual([])
})

/** From the newest mail: on the page that its link opens, and with the one click of a mail program. */
async function unsubscribe(page: Page, site: string, email: string): Promise<void> {
  const mail = page.locator('#mail details', { hasText: email }).first()
  await mail.locator('summary').click()
  await mail.locator('a').click()
  await page.waitForURL('**/api/Staging/Mails/**')
  const link = (await page.locator('a[href*="/unsubscribe?"]').getAttribute('href')) ?? ''
  await page.goto(link)
  await expect(page).toHaveURL(/\/unsubscribe$/)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
  await page.getByRole('button', { name: 'Subscribe again' }).click()
  await page.getByRole('heading', { name: 'You are subscribed again' }).waitFor()
  const { body } = await apiUser(site).send('POST', `/hooks/mail/unsubscribe${new URL(link).search}`)
  expect(body).toEqual({ subscribed: false })
}

test('staff sign-in: with and without script -> shows whether drafts are visible', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await openPage(on.browser, undefined, {
      javaScriptEnabled,
      allowedErrors: /status of 40[01]/,
    })
    await page.goto(`${on.product.address('tablefolk')}/stgtools`)
    const staff = page.locator('#staff')
    const enter = async (password: string) => {
      await staff.locator('[name="email"]').fill('staff@dineward.example')
      await staff.locator('[name="password"]').fill(password)
      await staff.getByRole('button', { name: 'Sign in as staff' }).click()
    }
    await enter('not it')
    await staff.getByRole('alert').waitFor()
    await expect(staff).toContainText('No staff member')
    await enter(demoPassword)
    await staff.getByRole('button', { name: 'Sign out' }).waitFor()
    await expect(staff).toHaveText(/Signed in as .*staff@dineward\.example/)
    await expect(staff).toContainText('Drafted content is')
    await staff.getByRole('button', { name: 'Sign out' }).click()
    await staff.locator('[name="password"]').waitFor()
  }
})
