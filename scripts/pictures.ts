import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { demoPassword } from '../e2e/support/api.ts'
import { openBrowser, startSession, waitForRest } from '../e2e/support/browser.ts'
import { startProduct } from '../e2e/support/product.ts'
import { findTimes, freeTable } from '../e2e/support/tables.ts'

/** `node scripts/pictures.ts` takes the readme's pictures of the running product, in `docs/pictures`. */
const wanted = [
  'skyward-home',
  'harbor-home',
  'skyward-search',
  'skyward-restaurant',
  'meridian-restaurant',
  'skyward-map',
  'cellwave-map',
  'skyward-activity',
  'harbor-overview',
  'tablefolk-how-it-works',
  'console-why',
  'console-theme',
  'console-insight',
  'console-statement',
]
const folder = fileURLToPath(new URL('../docs/pictures', import.meta.url))
const product = await startProduct({ LOG_LEVEL: 'warn' })
const browser = await openBrowser()

try {
  for (const slug of ['skyward', 'harbor']) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
    const address = product.address(slug)
    await page.goto(address)
    await take(page, `${slug}-home`)
    await page.goto(`${address}/search?location=New+York%2C+NY`)
    if (wanted.includes(`${slug}-search`)) await mapIsDrawn(page)
    await take(page, `${slug}-search`)
    await startSession(page, address, `member@${slug}.example`)
    await page.goto(`${address}/account/overview`)
    await take(page, `${slug}-overview`)
    await page.goto(`${address}/account/recent_activity`)
    await take(page, `${slug}-activity`)
    await page.close()
  }
  for (const slug of ['skyward', 'meridian']) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 1180 } })
    const table = await freeTable(product.address(slug), 2)
    await page.goto(product.address(slug) + table.path)
    await alone(page)
    await findTimes(page, table.date)
    await page.evaluate(() => scrollTo(0, 0))
    await take(page, `${slug}-restaurant`)
    await page.close()
  }
  for (const slug of ['skyward', 'cellwave']) {
    const page = await browser.newPage({ viewport: { width: 390, height: 760 }, deviceScaleFactor: 1.5 })
    await page.goto(`${product.address(slug)}/search?location=New+York%2C+NY&view=map`)
    await alone(page)
    await mapIsDrawn(page)
    await take(page, `${slug}-map`)
    await page.close()
  }
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
  await page.goto(`${product.address('tablefolk')}/how-it-works`)
  await take(page, 'tablefolk-how-it-works')
  await takeConsole()
} finally {
  await browser.close()
  await product.stop()
}

async function takeConsole(): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
  const address = product.address('console')
  await page.goto(`${address}/sign-in`)
  await page.getByLabel('Email').fill('admin@dineward.example')
  await page.locator('input[name="password"]').fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor()
  await page.goto(`${address}/members?query=${encodeURIComponent('member@harbor.example')}`)
  await page.getByRole('link', { name: /^Lucia / }).click()
  await page.getByRole('link', { name: /^All / }).click()
  await page.locator('main tbody a').first().click()
  await page.getByRole('heading', { name: 'Why' }).waitFor()
  await take(page, 'console-why')
  await page.goto(`${address}/programs/skyward/theme`)
  await take(page, 'console-theme')
  await page.goto(`${address}/insight`)
  await take(page, 'console-insight')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${address}/finance/statements?partner=harbor`)
  await take(page, 'console-statement')
  await page.close()
}

async function take(page: Page, name: string): Promise<void> {
  if (!wanted.includes(name)) return
  // Pages of a member keep a stream of events open.
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
  await waitForRest(page)
  const survey = page.getByRole('button', { name: 'Close survey' })
  if (await survey.isVisible()) await survey.click()
  await sharp(await page.screenshot())
    .webp({ quality: 80 })
    .toFile(join(folder, `${name}.webp`))
}

/** Answers consent and announcements. */
async function alone(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  const answer = page.getByRole('button', { name: /^(No thanks|Not now)$/ })
  const asked = answer.first().waitFor({ timeout: 8_000 })
  await asked.then(
    () => answer.first().click(),
    () => undefined,
  )
}

/** Waits for the labels of restaurants and places, and the water. */
async function mapIsDrawn(page: Page): Promise<void> {
  await page.locator('canvas').waitFor()
  await page.waitForTimeout(5_000)
}
