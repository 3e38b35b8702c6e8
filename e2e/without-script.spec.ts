import type { Page } from '@playwright/test'
import { demoPassword } from './support/api.ts'
import { openPage, type WatchedPage } from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'

const on = setUpSharedProduct()

test('no script: search and restaurant page -> readable', async () => {
  const { page } = await openWithoutScript()
  await page.goto(on.product.address('harbor'))
  await expect(page.locator('h1')).toContainText('5% cash back', { useInnerText: true })
  const search = page.locator('main form[action="/search"]')
  await search.locator('[name="location"]').fill('10036')
  await search.locator('[name="restaurantOrCuisine"]').fill('pizza')
  await search.locator('[type="submit"]').click()
  await page.waitForURL('**/search?**')
  await expect(page.locator('[name="restaurantOrCuisine"]')).toHaveValue('pizza')
  const places = page.locator('main article')
  await expect(places.nth(2)).toBeAttached()
  for (const facts of await places.allInnerTexts()) expect(facts).toMatch(/Pizza[\s\S]*\d mi/)

  const name = await places.first().locator('h3').innerText()
  await places.first().locator('a').first().click()
  await page.waitForURL('**/merchants/**')
  await expect(page.locator('h1')).toHaveText(name, { useInnerText: true })
  const text = await page.locator('main').innerText()
  for (const part of [/Hours/, /Monday/, /Menu/, /\$\d+\.\d\d/, /Get directions/]) expect(text).toMatch(part)
  expect(await picturesShown(page)).toBe(true)
})

test('no script: wrong password -> keeps the user name; right one -> balance', async () => {
  const { page } = await openWithoutScript(/status of 400/)
  await page.goto(`${on.product.address('harbor')}/login`)
  await page.locator('[name="userName"]').fill('member@harbor.example')
  await page.locator('[name="password"]').fill('Dinner-For-3!')
  await page.locator('main form [type="submit"]').click()
  await page.getByText('That email and password do not match.').first().waitFor()
  await expect(page.locator('[name="userName"]')).toHaveValue('member@harbor.example')
  await expect(page.locator('[name="password"]')).toHaveValue('')

  await page.locator('[name="password"]').fill(demoPassword)
  await page.locator('main form [type="submit"]').click()
  await page.waitForURL('**/account/overview')
  await expect(page.locator('main')).toHaveText(/Balance\s+\$\d+\.\d\d/, { useInnerText: true })
  await page.locator('main a[href="/account/recent_activity"]').first().click()
  await page.waitForURL('**/account/recent_activity')
  await expect(page.locator('main')).toHaveText(/Spent \$\d+\.\d\d/, { useInnerText: true })
})

test('no script: join with a mistake -> keeps the input; corrected -> card page', async () => {
  const { page } = await openWithoutScript(/status of 400/)
  await page.goto(`${on.product.address('harbor')}/join`)
  const field = (name: string) => page.locator(`main form [name="${name}"]`)
  const typed = { firstName: 'Juno', lastName: 'Hale', email: 'juno.hale@harbor.test', zipCode: '0410' }
  for (const [name, value] of Object.entries(typed)) await field(name).fill(value)
  await passwordAndConsent(page)
  await page.locator('main form [type="submit"]').click()
  await page.locator('[name="zipCode"][aria-invalid="true"]').waitFor()
  for (const [name, value] of Object.entries(typed)) expect(await field(name).inputValue()).toBe(value)

  await field('zipCode').fill('04101')
  await passwordAndConsent(page)
  await page.locator('main form [type="submit"]').click()
  await page.waitForURL('**/join_rate')
  await page.locator('[name="emails"][value="no"]').check()
  await page.locator('main form [type="submit"]').click()
  await page.waitForURL('**/add_card')
  // A card number is only ever typed into the frame, and that one needs script: the page says so.
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect(page.locator('main noscript')).toContainText('JavaScript', { useInnerText: true })
  await page.goto(`${on.product.address('harbor')}/account/overview`)
  await page.locator('main a[href="/add_card"]').waitFor()
})

function openWithoutScript(allowedErrors?: RegExp): Promise<WatchedPage> {
  return openPage(on.browser, undefined, {
    javaScriptEnabled: false,
    ...(allowedErrors ? { allowedErrors } : {}),
  })
}

async function passwordAndConsent(page: Page): Promise<void> {
  await page.locator('main form [name="password"]').fill(demoPassword)
  await page.locator('main form [name="termsAccepted"]').check()
}

function picturesShown(page: Page): Promise<boolean> {
  return page
    .locator('main img')
    .evaluateAll(images =>
      images
        .filter(image => image.getAttribute('loading') !== 'lazy')
        .every(image => (image as HTMLImageElement).naturalWidth > 0),
    )
}
