import { request } from 'node:http'
import type { Page } from '@playwright/test'
import { openBrowser, signInOn } from '../../e2e/support/browser.ts'
import { type Product, startProduct } from '../../e2e/support/product.ts'
import type { Figure } from '../figure.ts'
import { publicPages } from './public-pages.ts'

const kb = (bytes: number) => `${(bytes / 1_024).toFixed(1)} KB`

/** P6 script until the page is hydrated (mark `hydrated`), P7 HTML and requests until load and largest paint. */
export async function pageBudgets(): Promise<Figure[]> {
  const product = await startProduct({ LOG_LEVEL: 'warn' })
  const browser = await openBrowser()
  const figures: Figure[] = []
  try {
    for (const slug of ['skyward', 'harbor']) {
      for (const [name, path] of await publicPages(product, slug)) {
        const page = await browser.newPage({ viewport: { width: 412, height: 823 } })
        await page.goto(product.address(slug) + path, { waitUntil: 'load' })
        const seen = await firstLoad(page)
        await page.waitForLoadState('networkidle')
        const later = await filesOnceIdle(page)
        await page.close()
        const html = await bytesOf(product, slug, path, 'br')
        figures.push(
          ...figuresOf(`${slug} ${name}`, {
            ...seen,
            html,
            script: await scriptBytes(product, slug, seen.untilHydrated),
            scriptOnceIdle: await scriptBytes(product, slug, later),
            address: product.address(slug),
          }),
        )
      }
      figures.push(...(await accountFigures(product, slug, await browser.newPage())))
    }
  } finally {
    await browser.close()
    await product.stop()
  }
  return figures
}

/** Rendered for each member, and with what a form needs: no budget of HTML. */
async function accountFigures(product: Product, slug: string, page: Page): Promise<Figure[]> {
  await signInOn(page, product.address(slug), `member@${slug}.example`)
  const figures: Figure[] = []
  for (const name of ['overview', 'recent_activity', 'manage_cards', 'user_profile', 'claims', 'claim']) {
    await page.goto(`${product.address(slug)}/account/${name}`, { waitUntil: 'load' })
    const seen = await firstLoad(page)
    const script = await scriptBytes(product, slug, seen.untilHydrated)
    figures.push({
      budget: 'P6',
      what: `${slug} account/${name}: script on first load, at most 150 KB gzip, nothing blocking`,
      measured: `${kb(script)}, ${seen.blocking} blocking`,
      isMet: script > 0 && script <= 150 * 1_024 && seen.blocking === 0,
    })
  }
  figures.push(await chartFigure(product.address(slug), slug, page))
  await page.context().close()
  return figures
}

/** It measures the year at a glance and its numbers. */
async function chartFigure(address: string, slug: string, page: Page): Promise<Figure> {
  const asked: string[] = []
  page.on('request', request => {
    if (/rewards-year-figures|RewardsYear/.test(request.url())) asked.push(request.url())
  })
  await page.goto(`${address}/account/overview`, { waitUntil: 'networkidle' })
  const before = asked.length
  await page.locator('#year').scrollIntoViewIfNeeded()
  await page.locator('section[aria-labelledby="year"][aria-busy="false"]').waitFor()
  await page.waitForLoadState('networkidle')
  return {
    budget: 'P6',
    what: `${slug} account/overview: the chart loads once it is seen, not before`,
    measured: `${before} before, ${asked.length - before} after`,
    isMet: before === 0 && asked.length > 0,
  }
}

async function scriptBytes(product: Product, slug: string, files: readonly string[]): Promise<number> {
  const scripts = files.map(file => new URL(file).pathname).filter(file => file.endsWith('.js'))
  return sum(await Promise.all(scripts.map(file => bytesOf(product, slug, file, 'gzip'))))
}

interface FirstLoad {
  readonly files: readonly string[]
  readonly untilHydrated: readonly string[]
  readonly blocking: number
}

function firstLoad(page: Page): Promise<FirstLoad> {
  return page.evaluate(async () => {
    const painted = await new Promise<number>(resolve => {
      const observer = new PerformanceObserver(list => resolve(list.getEntries().at(-1)?.startTime ?? 0))
      observer.observe({ type: 'largest-contentful-paint', buffered: true })
    })
    const hydrated = await new Promise<number>(resolve => {
      const observer = new PerformanceObserver(list => resolve(list.getEntries()[0]?.startTime ?? 0))
      observer.observe({ type: 'mark', buffered: true })
    })
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const until = Math.max(painted, navigation?.loadEventEnd ?? 0)
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const isBlocking = (one: PerformanceResourceTiming) =>
      (one as { renderBlockingStatus?: string }).renderBlockingStatus === 'blocking'
    const isPicture = ({ initiatorType, name }: PerformanceResourceTiming) =>
      initiatorType === 'img' ||
      new URL(name).pathname.startsWith('/images/') ||
      /\.(?:svg|png|jpe?g|webp|avif)$/.test(new URL(name).pathname)
    return {
      files: entries.filter(one => one.startTime <= until && !isPicture(one)).map(({ name }) => name),
      untilHydrated: entries.filter(one => one.startTime <= hydrated).map(({ name }) => name),
      blocking: entries.filter(one => one.startTime <= until && isBlocking(one)).length,
    }
  })
}

function filesOnceIdle(page: Page): Promise<string[]> {
  return page.evaluate(() => [...new Set(performance.getEntriesByType('resource').map(({ name }) => name))])
}

interface Bytes {
  readonly html: number
  readonly script: number
  /** It includes deferred scripts, and has no budget. */
  readonly scriptOnceIdle: number
}

function figuresOf(
  where: string,
  { files, blocking, html, script, scriptOnceIdle, address }: FirstLoad & Bytes & { address: string },
): Figure[] {
  const foreign = files.filter(file => !file.startsWith(`${address}/`))
  return [
    {
      budget: 'P6',
      what: `${where}: script on first load, at most 135 KB gzip, nothing blocking`,
      measured: `${kb(script)} (${kb(scriptOnceIdle)} idle), ${blocking} blocking`,
      isMet: script > 0 && script <= 135 * 1_024 && blocking === 0,
    },
    {
      budget: 'P7',
      what: `${where}: HTML at most 14 KB brotli`,
      measured: kb(html),
      isMet: html > 0 && html <= 14 * 1_024,
    },
    {
      budget: 'P7',
      what: `${where}: at most 4 requests besides pictures, nothing foreign`,
      measured: `${files.length} requests, ${foreign.length} foreign`,
      isMet: files.length <= 4 && foreign.length === 0,
    },
  ]
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** They are counted as transferred; `fetch` would decompress them. */
function bytesOf(product: Product, slug: string, path: string, encoding: 'br' | 'gzip'): Promise<number> {
  const { host } = new URL(product.address(slug))
  const headers = { host, 'accept-encoding': encoding }
  return new Promise((resolve, reject) => {
    request({ host: 'localhost', port: product.port, path, headers }, answer => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.on('end', () =>
        resolve(answer.headers['content-encoding'] === encoding ? bytes : Number.POSITIVE_INFINITY),
      )
    })
      .on('error', reject)
      .end()
  })
}
