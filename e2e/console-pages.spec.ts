import type { Page } from '@playwright/test'
import { navigation } from '../apps/console/src/navigation.ts'
import { takesAll } from '../apps/server/src/testing/sample-size.ts'
import { inspect } from './support/browser.ts'
import { openConsole } from './support/console.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'

const on = setUpSharedProduct()

/** Pages that no link of the side leads to. */
const others: Readonly<Record<string, readonly string[]>> = {
  Start: ['/me', '/no-such-page'],
  Restaurants: [
    '/restaurants/imports/columns',
    ...['', '?tab=hours', '?tab=menu', '?tab=photos', '?tab=events', '?tab=terms', '?tab=tables'].map(
      tab => `/restaurants/addis-and-avenue${tab}`,
    ),
  ],
  Programs: [
    '/programs/new',
    ...['settings', 'theme', 'content', 'bonuses', 'offers', 'offers/new', 'history'].map(
      part => `/programs/harbor/${part}`,
    ),
    '/programs/harbor/content/pages/card-security',
  ],
  Finance: ['/finance/dines'],
}

/** Links of the side start nothing again; other addresses are opened in full. */
async function open(page: Page, path: string): Promise<void> {
  const link = page.locator(`nav a[href="${path}"]`)
  if ((await link.count()) === 0 || new URL(page.url()).pathname === path)
    await page.goto(new URL(path, page.url()).href)
  else {
    await page.locator('main h1').evaluate(heading => heading.setAttribute('data-former', ''))
    await link.first().click()
    await expect(page.locator('main h1[data-former]')).toHaveCount(0)
  }
  await page.locator('main h1').waitFor()
}

/**
 * Half of the pages are looked at on a phone and in the dark on a desk, the others the other way around. They share their
 * colors: the longest run looks at all in the dark, the others at every second one.
 */
async function look(page: Page, path: string, index: number): Promise<void> {
  const [ruled, dark] = index % 2 === 0 ? [390, 1280] : [1280, 390]
  await open(page, path)
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  // Editors come when they are seen, with their script.
  if (path.includes('/content/pages/')) await page.locator('main [contenteditable="true"]').first().waitFor()
  await inspect(page, 'all', null, [ruled])
  if (!takesAll && index % 4 > 1) return
  await page.emulateMedia({ colorScheme: 'dark' })
  await inspect(page, 'contrast', null, [dark], [])
  await page.emulateMedia({ colorScheme: 'light' })
}

for (const { label, items } of navigation)
  test(`console, every page of ${label}: accessible, light and dark, on a phone and on a desk`, async () => {
    const page = await openConsole(on, 'admin@dineward.example', { allowedErrors: /status of 40[14]/ })
    const paths = [...items.map(({ to }) => to), ...(others[label] ?? [])]
    for (const [index, path] of paths.entries()) await look(page, path, index)
    if (label !== 'Support') return
    await page.goto(new URL('/claims', page.url()).href)
    const claim = await page.locator('main tbody').getByRole('link').first().getAttribute('href')
    await look(page, claim!, 0)
    await page.getByRole('link', { name: /\w/ }).and(page.locator('[href^="/members/"]')).first().click()
    await page.waitForURL('**/members/*')
    const member = new URL(page.url()).pathname
    for (const [index, part] of ['', '/transactions', '/emulation'].entries())
      await look(page, member + part, index)
  })
