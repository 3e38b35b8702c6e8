import type { Browser } from '@playwright/test'
import { openBrowser } from '../../e2e/support/browser.ts'
import { type Product, startProduct } from '../../e2e/support/product.ts'
import type { Figure } from '../figure.ts'

const screens = [
  { width: 1_280, height: 800, least: 4 },
  { width: 390, height: 844, least: 2 },
]

/** How many cards of the search page are whole on the first screen, not cut off and not covered. */
export async function cardBudgets(): Promise<Figure[]> {
  const product = await startProduct({ LOG_LEVEL: 'warn' })
  const browser = await openBrowser()
  try {
    const figures: Figure[] = []
    for (const slug of ['skyward', 'harbor', 'tablefolk'])
      for (const screen of screens) figures.push(await cardsOf(product, browser, slug, screen))
    return figures
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function cardsOf(
  product: Product,
  browser: Browser,
  slug: string,
  { width, height, least }: (typeof screens)[number],
): Promise<Figure> {
  const page = await browser.newPage({ viewport: { width, height } })
  // Pictures are encoded on first request.
  await page.goto(`${product.address(slug)}/search`, { waitUntil: 'networkidle', timeout: 300_000 })
  const whole = await page.evaluate(() => {
    const corners = ({ left, right, top, bottom }: DOMRect) =>
      [left + 20, right - 20].flatMap(x => [top + 20, bottom - 20].map(y => [x, y] as const))
    return [...document.querySelectorAll('main li article')].filter(card =>
      corners(card.getBoundingClientRect()).every(([x, y]) => card.contains(document.elementFromPoint(x, y))),
    ).length
  })
  await page.close()
  return {
    budget: 'cards',
    what: `${slug} search at ${width}x${height}: at least ${least} whole cards on screen`,
    measured: String(whole),
    isMet: whole >= least,
  }
}
