import type { Browser } from '@playwright/test'
import { openBrowser } from '../../e2e/support/browser.ts'
import { type Product, startProduct } from '../../e2e/support/product.ts'
import type { Figure } from '../figure.ts'

const kb = (bytes: number) => `${(bytes / 1_024).toFixed(1)} KB`
const budget = 260 * 1_024
const screens = [
  { name: '412 px', density: 1 },
  { name: '412 px, dense screen', density: 2.625 },
]

/**
 * P8 counts everything transferred for the search page on a phone with an empty cache. Lazy images are reported
 * separately.
 */
export async function weightBudgets(): Promise<Figure[]> {
  const product = await startProduct({ LOG_LEVEL: 'warn' })
  const browser = await openBrowser()
  try {
    const figures: Figure[] = []
    for (const slug of ['skyward', 'tablefolk']) {
      for (const screen of screens) figures.push(await searchPage(product, browser, slug, screen))
    }
    return figures
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function searchPage(
  product: Product,
  browser: Browser,
  slug: string,
  { name, density }: (typeof screens)[number],
): Promise<Figure> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: density,
  })
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  let bytes = 0
  let requests = 0
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    requests += 1
  })
  // Pictures are encoded on first request.
  await page.goto(`${product.address(slug)}/search`, { waitUntil: 'networkidle', timeout: 300_000 })
  const first = { bytes, requests }
  const cards = await page.locator('article').count()
  for (let y = 0; y < 12_000; y += 600) {
    await page.mouse.wheel(0, 600)
    await page.waitForTimeout(30)
  }
  await page.waitForLoadState('networkidle')
  await context.close()
  return {
    budget: 'P8',
    what: `${slug} search, ${cards} cards at ${name}: all requests at most 260 KB`,
    measured: `${kb(first.bytes)} in ${first.requests} (${kb(bytes)} scrolled)`,
    isMet: cards >= 15 && first.bytes > 0 && first.bytes <= budget,
  }
}
