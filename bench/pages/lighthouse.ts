import { type Browser, chromium } from '@playwright/test'
import lighthouse, { Audit, type Flags, type RunnerResult } from 'lighthouse'
import { freePort } from '../../apps/server/src/testing/processes/free-port.ts'
import { type ApiUser, apiUser, signIn } from '../../e2e/support/api.ts'
import { openBrowser } from '../../e2e/support/browser.ts'
import { startProduct } from '../../e2e/support/product.ts'
import type { Figure } from '../figure.ts'
import { median } from '../start.ts'
import { publicPages } from './public-pages.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** Lighthouse simulates a slow phone from a run on a shared machine: take the median of three. */
const runs = 3

type Cookies = ReturnType<ApiUser['cookies']>

/** P9 runs Lighthouse as a phone, on the pages a visit begins with, those read before joining, and a member's own. */
export async function lighthouseBudgets(): Promise<Figure[]> {
  const product = await startProduct({ LOG_LEVEL: 'warn' })
  const figures: Figure[] = []
  try {
    for (const slug of ['skyward', 'harbor'])
      for (const [name, path] of await publicPages(product, slug))
        figures.push(
          await measure(`${slug} ${name}`, product.address(slug) + path, { isListed: listed(name) }),
        )
    const member = apiUser(product.address('skyward'))
    for (const name of ['overview', 'recent_activity', 'manage_cards', 'user_profile']) {
      await signIn(member, 'member@skyward.example')
      const url = `${product.address('skyward')}/account/${name}`
      figures.push(
        await measure(`skyward account/${name}`, url, { isListed: false, cookies: member.cookies() }),
      )
    }
  } finally {
    await product.stop()
  }
  return figures
}

interface Visit {
  /** Search engines are kept out of forms for members, and of a member's own pages. */
  readonly isListed: boolean
  readonly cookies?: Cookies
}

const listed = (name: string): boolean => !['sign-in', 'recover'].includes(name)

async function measure(where: string, url: string, visit: Visit): Promise<Figure> {
  const all: Measured[] = []
  for (let run = 0; run < runs; run++) all.push(await measureOnce(url, visit))
  const middle = (pick: (one: Measured) => number) => median(all.map(pick))
  return figureOf(where, {
    scores: all[0]!.scores.map((_, index) => middle(one => one.scores[index] ?? 0)),
    lcpMs: middle(one => one.lcpMs),
    tbtMs: middle(one => one.tbtMs),
    tbtWithWaitsMs: middle(one => one.tbtWithWaitsMs),
    shift: middle(one => one.shift),
    workMs: middle(one => one.workMs),
    faults: [...new Set(all.flatMap(one => one.faults))],
  })
}

/**
 * It opens a new browser: Lighthouse counts executed code, which goes through all objects that earlier pages left in
 * the process. That took up to 170 ms, before the page was there.
 */
async function measureOnce(url: string, { isListed, cookies }: Visit): Promise<Measured> {
  const port = await freePort()
  const browser = await openBrowser(port)
  try {
    const counted = categories.filter(name => name !== 'seo' || isListed)
    if (cookies) await addCookies(port, cookies)
    return { ...(await runLighthouse(url, { port, onlyCategories: counted })), workMs: await workMs(browser) }
  } finally {
    await browser.close()
  }
}

/** Where Lighthouse opens its pages. */
async function addCookies(port: number, cookies: Cookies): Promise<void> {
  const same = await chromium.connectOverCDP(`http://localhost:${port}`)
  const [context] = same.contexts()
  // Without a tab, a browser with windows forgets its sessions.
  await context!.newPage()
  await context!.addCookies(cookies)
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
  readonly tbtWithWaitsMs: number
  readonly shift: number
  readonly workMs: number
  readonly faults: readonly string[]
}

async function runLighthouse(url: string, flags: Flags): Promise<Omit<Measured, 'workMs'>> {
  const result = await lighthouse(url, { logLevel: 'error', ...flags })
  if (result?.lhr.finalDisplayedUrl !== url)
    throw new Error(`Lighthouse measured ${result?.lhr.finalDisplayedUrl} instead of ${url}`)
  const { audits, categories: found } = result.lhr
  const tbtMs = blockingTime(result)
  const counted = Object.entries(found)
    .filter(([name]) => name !== 'performance')
    .flatMap(([, { auditRefs }]) => auditRefs.filter(({ weight }) => weight > 0))
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.POSITIVE_INFINITY
  return {
    scores: Object.entries(found).map(([name, { score }]) =>
      Math.round(100 * (name === 'performance' ? performanceScore(result, tbtMs) : (score ?? 0))),
    ),
    lcpMs: value('largest-contentful-paint'),
    tbtMs,
    tbtWithWaitsMs: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    faults: counted.map(({ id }) => id).filter(id => (audits[id]?.score ?? 1) < 1),
  }
}

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** It is in microseconds; `tdur` is that of the processor. */
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
}

const slowdown = 4
const longTaskMs = 50

/**
 * Total blocking time by the main thread's processor time, in milliseconds on a phone four times slower. Lighthouse takes the
 * time that passes, in which a task also waits for other processes: on two cores the same page had 18 and 408 ms.
 */
function blockingTime({ artifacts }: RunnerResult): number {
  const events = artifacts.Trace.traceEvents as readonly TraceEvent[]
  const paint = events.find(({ name }) => name === 'firstContentfulPaint')
  if (!paint) throw new Error('Lighthouse has no trace of the first paint.')
  const { pid, tid, ts: from } = paint
  return events
    .filter(event => event.pid === pid && event.tid === tid && event.ts >= from)
    .filter(({ name }) => name.endsWith('RunTask'))
    .map(({ tdur = 0 }) => Math.max(0, (slowdown * tdur) / 1_000 - longTaskMs))
    .reduce((sum, ms) => sum + ms, 0)
}

/** Lighthouse's, with that blocking time. */
function performanceScore({ lhr }: RunnerResult, tbtMs: number): number {
  const refs = lhr.categories.performance!.auditRefs.filter(({ weight }) => weight > 0)
  const scoreOf = (id: string) =>
    id === 'total-blocking-time'
      ? Audit.computeLogNormalScore({ p10: 200, median: 600 }, tbtMs)
      : (lhr.audits[id]?.score ?? 0)
  const weights = refs.reduce((sum, { weight }) => sum + weight, 0)
  return refs.reduce((sum, { id, weight }) => sum + weight * scoreOf(id), 0) / weights
}

function figureOf(where: string, measured: Measured): Figure {
  const { scores, lcpMs, tbtMs, tbtWithWaitsMs, shift, workMs, faults } = measured
  const isPerfect = scores.every(score => score === 100)
  return {
    budget: 'P9',
    what: `${where}: Lighthouse 100 in each group, LCP at most 1.5 s, TBT 50 ms, CLS 0${faults.length ? ` (${faults.join(', ')})` : ''}`,
    measured: `${scores.join(' ')}, ${(lcpMs / 1_000).toFixed(2)} s, ${tbtMs.toFixed(0)} ms (${(tbtMs / workMs).toFixed(1)}x the fixed work, ${tbtWithWaitsMs.toFixed(0)} ms with waits), ${shift.toFixed(3)}`,
    isMet: isPerfect && lcpMs <= 1_500 && tbtMs <= 50 && shift < 0.001,
  }
}
