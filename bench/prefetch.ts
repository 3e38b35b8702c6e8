import type { Browser, Locator, Page } from '@playwright/test'
import { networkRequests, openBrowser } from '../e2e/support/browser.ts'
import { startProduct } from '../e2e/support/product.ts'
import type { Figure } from './figure.ts'

/** Start page, next path, its link, and the viewport width where it is not a desktop's. */
const steps: readonly [from: string, path: string, link: (page: Page) => Locator, width?: number][] = [
  ['home', '/', page => page.locator('main article h3 a').first()],
  ['discover', '/discover', page => page.locator('main article h3 a').first()],
  ['search', '/search', page => page.locator('main article h3 a').first()],
  ['search, on a phone', '/search', page => page.locator('main article h3 a').first(), 390],
  ['earn', '/earn', page => page.locator('main a[href^="/earn/"]').first()],
  ['how it works', '/how-it-works', page => page.locator('header a[href="/earn"]').first()],
]

const atRestMs = 1_500

/** P10: hovering a link fetches what the next page needs. */
export async function prefetchBudgets(): Promise<Figure[]> {
  const product = await startProduct()
  const browser = await openBrowser()
  try {
    const figures: Figure[] = []
    for (const [from, path, link, width = 1_280] of steps) {
      const asked = await askedAfterClick(browser, product.address('skyward') + path, link, width)
      figures.push({
        budget: 'P10',
        what: `skyward ${from}: at most 1 request after the click on a link that was rested on`,
        measured: `${asked.length} requests`,
        isMet: asked.length <= 1,
      })
    }
    return figures
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function askedAfterClick(
  browser: Browser,
  address: string,
  linkOn: (page: Page) => Locator,
  width: number,
): Promise<string[]> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    // A service worker would answer instead of the network.
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  const link = linkOn(page)
  await link.hover()
  await page.waitForTimeout(atRestMs)

  const asked = await networkRequests(page)
  const before = page.url()
  await link.click()
  await page.waitForURL(address => address.href !== before)
  await page.waitForTimeout(atRestMs)
  const paths = asked()
  await context.close()
  return paths
}
