import type { Browser } from '@playwright/test'
import lighthouse from 'lighthouse'
import { openBrowser } from '../e2e/support/browser.ts'
import { freePort, type Product, startProduct } from '../e2e/support/product.ts'
import type { Figure } from './figure.ts'
import { publicPages } from './public-pages.ts'
import { median } from './start.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** Lighthouse simulates a slow phone from a run on a shared machine: take the median of three. */
const runs = 3

/** P9: Lighthouse as a phone, on the pages a visit begins with and those read before joining. */
export async function lighthouseBudgets(): Promise<Figure[]> {
  const product = await startProduct({ LOG_LEVEL: 'warn' })
  const port = await freePort()
  const browser = await openBrowser(port)
  const figures: Figure[] = []
  try {
    for (const slug of ['skyward', 'harbor'])
      for (const [name, path] of await publicPages(product, slug))
        figures.push(
          figureOf(`${slug} ${name}`, await measure(product, slug, path, port), await workMs(browser)),
        )
  } finally {
    await browser.close()
    await product.stop()
  }
  return figures
}

/** Milliseconds of fixed work in the same browser, so that blocking time compares between machines. */
async function workMs(browser: Browser): Promise<number> {
  const page = await browser.newPage()
  const times = await page.evaluate(() =>
    Array.from({ length: 7 }, () => {
      const startedAt = performance.now()
      const rows = Array.from({ length: 20_000 }, (_, row) => ({ row, key: (row * 7_919) % 20_011 }))
      JSON.parse(JSON.stringify(rows.sort((a, b) => a.key - b.key)))
      return performance.now() - startedAt
    }),
  )
  await page.close()
  return median(times)
}

interface Measured {
  readonly scores: readonly number[]
  readonly lcpMs: number
  readonly tbtMs: number
  readonly shift: number
  readonly faults: readonly string[]
}

async function measure(product: Product, slug: string, path: string, port: number): Promise<Measured> {
  const all: Measured[] = []
  for (let run = 0; run < runs; run++) all.push(await once(product.address(slug) + path, port))
  const middle = (pick: (one: Measured) => number) => median(all.map(pick))
  return {
    scores: categories.map((_, index) => middle(one => one.scores[index] ?? 0)),
    lcpMs: middle(one => one.lcpMs),
    tbtMs: middle(one => one.tbtMs),
    shift: middle(one => one.shift),
    faults: [...new Set(all.flatMap(one => one.faults))],
  }
}

async function once(url: string, port: number): Promise<Measured> {
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...categories] })
  if (!result) throw new Error(`Lighthouse measured nothing at ${url}`)
  const { audits, categories: found } = result.lhr
  const counted = categories
    .filter(name => name !== 'performance')
    .flatMap(name => found[name]?.auditRefs.filter(({ weight }) => weight > 0) ?? [])
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.POSITIVE_INFINITY
  return {
    scores: categories.map(name => Math.round((found[name]?.score ?? 0) * 100)),
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    faults: counted.map(({ id }) => id).filter(id => (audits[id]?.score ?? 1) < 1),
  }
}

function figureOf(where: string, measured: Measured, workMs: number): Figure {
  const { scores, lcpMs, tbtMs, shift, faults } = measured
  const isPerfect = scores.every(score => score === 100)
  return {
    budget: 'P9',
    what: `${where}: Lighthouse 100 four times, LCP at most 1.5 s, TBT 50 ms, CLS 0${faults.length ? ` (${faults.join(', ')})` : ''}`,
    measured: `${scores.join(' ')}, ${(lcpMs / 1_000).toFixed(2)} s, ${tbtMs.toFixed(0)} ms (${(tbtMs / workMs).toFixed(1)}x the fixed work), ${shift.toFixed(3)}`,
    isMet: isPerfect && lcpMs <= 1_500 && tbtMs <= 50 && shift < 0.001,
  }
}
