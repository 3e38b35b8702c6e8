import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { loadPartner } from '../apps/server/src/features/partner/load-partners.service.ts'
import { apiUser, signIn } from './support/api.ts'
import { inspect, openPage } from './support/browser.ts'
import { approveInConsole, openConsole } from './support/console.ts'
import { earningMerchants } from './support/dines.ts'
import { expect, setUpProduct, test } from './support/journey.ts'
import { embeddedDatabase } from './support/product.ts'

// A command in another process would not see the moved clock.
const on = setUpProduct(embeddedDatabase)

test('theme: another brand color -> refused where it cannot be read, else seen on the site', async () => {
  const page = await openConsole(on, 'content@dineward.example', { path: '/programs/tablefolk/theme' })
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  const save = page.getByRole('button', { name: 'Save the theme' })
  const ink = await text.inputValue()
  await text.fill('#c8ccd4')
  await expect(page.getByText('cannot be read everywhere')).toBeVisible()
  await expect(save).toBeDisabled()
  await text.fill(ink)
  await page.getByRole('textbox', { name: 'Footer', exact: true }).fill('#5b1a8e')
  await inspect(page, 'all', null, [390])
  await page.getByLabel('Reason').fill('A new footer')
  await save.press('Enter')
  await expect(page.getByText('The site has its new looks')).toBeVisible()

  const { page: site } = await openPage(on.browser)
  await site.goto(on.product.address('tablefolk'))
  const footer = await site.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--color-footer'),
  )
  expect(footer).toBe('#5b1a8e')
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText('A new footer')).toBeVisible()
})

test('bonus: defined in the console -> registered for, earned by a dine, paid out', async () => {
  const site = on.product.address('harbor')
  const email = 'member@harbor.example'
  const later = async (minutes = 10) => {
    const user = apiUser(site)
    const { body } = await user.get<{ now: string }>('/api/Staging')
    const now = new Date(Date.parse(body.now) + minutes * 60_000).toISOString()
    expect((await user.send('POST', '/api/Staging/Clock', { now })).status).toBe(200)
    await on.product.command('payouts', 'run')
  }
  // What the demo owes is paid.
  await later()
  await later()

  const page = await openConsole(on, 'content@dineward.example', { path: '/programs/harbor/bonuses' })
  await page.getByRole('button', { name: 'New bonus' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Code').fill('bignight')
  await dialog.getByLabel('What members read').fill('Earn {reward} extra for one dine.')
  await dialog.getByLabel('Reward, dollars').fill('25')
  await dialog.getByLabel('Reason').fill('Winter campaign')
  await inspect(page, 'all', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Save the bonus' }).click()
  await page.getByText('It waits for another person').waitFor()
  await approveInConsole(on, /Change “Bonuses”/)
  await page.reload()
  await expect(page.getByRole('row', { name: /BIGNIGHT/ })).toContainText('$25.00 for a dine')

  await defineOffer(page)

  const member = apiUser(site)
  await signIn(member, email)
  expect((await member.send('POST', '/api/Member/Bonus/BIGNIGHT')).status).toBe(200)
  await on.product.command(
    'sandbox',
    'dine',
    '--partner',
    'harbor',
    '--member',
    email,
    '--merchant',
    (await earningMerchants(member))[0]!,
    '--amount',
    '10.00',
  )
  const { page: account } = await openPage(on.browser)
  const signInHere = async () => {
    await account.goto(`${site}/login`)
    await account.locator('main form [name="userName"]').fill(email)
    await account.locator('main form [name="password"]').fill('Dinner-For-2!')
    await account.locator('main form [type="submit"]').click()
    await account.waitForURL('**/account/overview')
  }
  await signInHere()
  const see = (place: string, ...texts: (string | RegExp)[]) =>
    expect(async () => {
      await account.goto(`${site}/account/${place}`)
      for (const text of texts) await expect(account.locator('main')).toContainText(text, { timeout: 1_000 })
    }).toPass({ timeout: 30_000 })
  await see('recent_activity', 'Spent $10.00', /\+\$25\.[35]0/)
  // It waits for a week in case of a refund.
  await later(7 * 24 * 60)
  await signInHere()
  await see('recent_activity', 'Statement credit to', 'Processing')
  // The session lasts 15 minutes.
  await later()
  await see('overview', 'Balance')
  await later()
  await see('recent_activity', 'Completed')
})

/** A dry run of it comes first. */
async function defineOffer(page: Page) {
  await page.goto(new URL('/programs/skyward/offers/new', page.url()).href)
  await page.getByLabel('Name').fill('Two for one in winter')
  await page.getByRole('combobox', { name: 'Beside the usual reward' }).click()
  await page.getByRole('option', { name: 'A multiple' }).click()
  await page.getByRole('combobox', { name: 'At', exact: true }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: 'What would it earn?' }).click()
  await expect(page.getByText('This offer', { exact: true })).toBeVisible()
  await page.getByLabel('Reason').fill('Winter campaign')
  await inspect(page, 'all', null, [1280])
  await page.getByRole('button', { name: 'Define the offer' }).click()
  await page.getByText('It waits for another person').waitFor()
  await approveInConsole(on, /Add the offer/)
  await page.getByRole('link', { name: 'All offers' }).click()
  await expect(page.getByRole('row', { name: /Two for one in winter/ })).toContainText('Begins later')
  await inspect(page, 'all', null, [390])
}

test('content: typed by keyboard, previewed -> the draft on the real page, without a second sign-in', async () => {
  const page = await openConsole(on, 'content@dineward.example', {
    path: '/programs/harbor/content/pages/card-security',
  })
  await page.getByRole('textbox', { name: 'Title', exact: true }).first().fill('Cards, and how they are kept')
  const opening = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Save and preview on the site' }).focus()
  await page.keyboard.press('Enter')
  const preview = await opening
  await expect(preview.locator('h1')).toHaveText('Cards, and how they are kept')
  expect(preview.url()).not.toContain('ticket')
  const { page: visitor } = await openPage(on.browser)
  await visitor.goto(`${on.product.address('harbor')}/card-security`)
  await expect(visitor.locator('h1')).not.toHaveText('Cards, and how they are kept')
})

test('program: made from nothing -> its site answers, its folder passes the check', async () => {
  const startedAt = performance.now()
  const page = await openConsole(on, 'admin@dineward.example', { path: '/programs/new' })
  const name = 'Alder Dining'
  for (const [label, value] of [
    ['Partner’s name', 'Alder Bank'],
    ['Program’s name', name],
    ['Short name', 'alder'],
    ['Support phone', '800-555-0177'],
    ['Support email', 'dining@alder.example'],
    ['Terms', 'https://www.alder.example/terms'],
    ['Privacy notice', 'https://www.alder.example/privacy'],
    ['Promise on the home page', 'Dinner pays you back'],
    ['Reason', 'A new partner'],
  ] as const)
    await page.getByRole('textbox', { name: label }).fill(value)
  await inspect(page, 'all', null, [1280])
  await page.getByRole('button', { name: 'Open the program' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} is open`)
  await inspect(page, 'all', null, [390])

  const { page: site } = await openPage(on.browser)
  await site.goto(on.product.address('alder'))
  await expect(site.locator('h1')).toContainText('Dinner pays you back')
  await inspect(site)

  const folder = await exported(page)
  try {
    const { settings } = await loadPartner(folder, 'alder')
    expect(settings.programName).toBe(name)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(`a program from nothing: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
})

/** The files are as if unpacked into `partners/`. */
async function exported(page: Page): Promise<string> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export the folder' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('alder.zip')
  const folder = mkdtempSync(join(tmpdir(), 'dw-export-'))
  for (const [path, bytes] of Object.entries(unzipSync(readFileSync(await download.path())))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  return folder
}
