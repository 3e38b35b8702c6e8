import { request } from 'node:http'
import type { Page } from '@playwright/test'
import { takesAll } from '../apps/server/src/testing/sample-size.ts'
import { accessibilityProblems, inspect, openPage, startSession, waitForRest } from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'

// These run in any worker, since one file would keep one worker busy to the end.
test.describe.configure({ mode: 'parallel' })

const on = setUpSharedProduct()
let restaurant: string
test.beforeAll(async () => {
  const { port } = on.product
  const near = 'latitude=40.7577&longitude=-73.9857&pageSize=1'
  const answer = await fetch(`http://localhost:${port}/api/v2/Merchants/Search?${near}`)
  const { merchants } = (await answer.json()) as { merchants: { id: string }[] }
  restaurant = `/merchants/${merchants[0]!.id}`
})

/** Pages that are not in the sitemap. */
const everywhere = ['/surveys/success', '/surveys/error', '/SignOut', '/session_link_used', '/stgtools']
/** Without a code `/recover/update` is `/recover`; `recovery.spec.ts` gets there. */
const recovery = ['/recover', '/recover/confirm', '/recover/success']
/** Links in mails lead there. */
const mailed = ['/restore_email', '/change_email', '/confirm_email', '/unsubscribe'].map(
  path => `${path}?token=x`,
)
/** Looked at as they are scrolled through, in `content-pages.spec.ts`. */
const scrolled: Readonly<Record<string, readonly string[]>> = {
  skyward: ['/how-it-works', '/earn', '/partners/airport-tables'],
  tablefolk: ['/how-it-works', '/earn', '/colophon'],
}

test.describe('public pages', () => {
  for (const [turn, { slug, ways, rules }] of (
    [
      { slug: 'skyward', ways: ['/login', ...recovery, ...mailed], rules: 'all' },
      { slug: 'harbor', ways: ['/login', ...recovery], rules: 'contrast' },
      { slug: 'cellwave', ways: ['/login', ...recovery], rules: 'contrast' },
      { slug: 'meridian', ways: ['/Login'], rules: 'contrast' },
      { slug: 'tablefolk', ways: [], rules: 'contrast' },
    ] as const
  ).entries())
    test(`${slug} on every screen -> accessible`, async () => {
      const { page, consoleErrors } = await openPage(on.browser)
      const look = async (path: string, status: number) => {
        const answer = await page.goto(on.product.address(slug) + path)
        expect(answer?.status(), path).toBe(status)
        if (rules === 'all') await inspectPreferences(page, path)
      }
      const listed = await listedPaths(slug)
      const all = [...listed, restaurant, `${restaurant}/Order`, ...ways, ...everywhere]
      const paths = rules === 'all' ? all : inTurn(all, turn)
      for (const { path, widths } of byWidth(paths, rules)) {
        await page.setViewportSize({ width: widths.at(-1)!, height: 900 })
        await look(path, 200)
        await inspect(page, rules, null, widths, rules === 'all' ? [320, 768] : [320])
      }
      for (const [path, status] of [
        ['/nowhere', 404],
        ['/error', 500],
      ] as const) {
        await look(path, status)
        await inspect(page, rules, null, rules === 'all' ? [390, 1280] : [1280])
        // The response status of an error page is logged as a console error.
        expect(consoleErrors.splice(0)).toEqual([expect.stringContaining(String(status))])
      }
    })
})

/** Partners differ in colors: in each run a page is looked at in those of half of them, in the longest one in all. */
const inTurn = (paths: readonly string[], turn: number) =>
  takesAll ? paths : paths.filter((_, index) => (index + turn) % 2 === 0)

/**
 * The pages of a partner share their parts, so colors are looked at on every other page at the other width. The narrow one
 * is that at which nothing may scroll sideways. Pages of one width follow each other, opened in it.
 */
const byWidth = (paths: readonly string[], rules: 'all' | 'contrast') =>
  rules === 'all'
    ? paths.map(path => ({ path, widths: [390, 1280] }))
    : [320, 1280].flatMap((width, turn) =>
        paths.filter((_, index) => index % 2 === turn).map(path => ({ path, widths: [width] })),
      )

/** It is the sitemap without restaurants, which share one page. */
async function listedPaths(slug: string): Promise<string[]> {
  const { host } = new URL(on.product.address(slug))
  const { port } = on.product
  const answer = await new Promise<string>((resolve, reject) => {
    request({ host: 'localhost', port, path: '/sitemap.xml', headers: { host } }, message => {
      let text = ''
      message.on('data', chunk => {
        text += chunk
      })
      message.on('end', () => resolve(text))
    })
      .on('error', reject)
      .end()
  })
  const addresses = Array.from(answer.matchAll(/<loc>([^<]+)<\/loc>/g), match => new URL(match[1]!).pathname)
  const paths = addresses.filter(path => !path.startsWith('/merchants/') && !scrolled[slug]?.includes(path))
  expect(paths.length).toBeGreaterThan(1)
  return paths
}

const account = [
  'overview',
  'recent_activity?filters=all',
  'claims',
  'claim',
  'reservations',
  'manage_cards',
  'user_profile',
].map(name => `/account/${name}`)

test.describe('account pages', () => {
  for (const [slug, rules, own] of [
    ['skyward', 'all', ['/join_rate']],
    ['cellwave', 'contrast', []],
  ] as const)
    test(`${slug} on every screen -> accessible`, async () => {
      const { page } = await openPage(on.browser)
      await startSession(page, on.product.address(slug), `member@${slug}.example`)
      const paths = [
        ...account,
        '/account/review?transaction=x',
        '/reviews/report?review=x',
        '/fix_credentials',
        ...own,
        '/add_card',
        '/card_added',
        '/',
        '/earn',
        restaurant,
      ]
      for (const { path, widths } of byWidth(paths, rules)) {
        await page.setViewportSize({ width: widths.at(-1)!, height: 900 })
        await page.goto(on.product.address(slug) + path)
        await unfold(page)
        // 320 px are 1280 at a zoom of 400 %.
        await inspect(page, rules, null, rules === 'all' ? [320, 768, 1280] : widths)
        if (rules === 'all') await inspectPreferences(page, path)
      }
    })
})

/** Show what loads when it is seen, and open what folds: the year, a dine's history, a table behind a chart. */
async function unfold(page: Page): Promise<void> {
  for (const section of await page.locator('main section').all()) await section.scrollIntoViewIfNeeded()
  await waitForRest(page)
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll<HTMLDetailsElement>('main details')) fold.open = true
    scrollTo({ top: 0, behavior: 'instant' })
  })
}

/** With reduced motion, which every journey asks for, nothing moves; with forced colors no text keeps its own. */
async function inspectPreferences(page: Page, path: string): Promise<void> {
  await waitForRest(page)
  expect(await longestMotion(page), path).toBeLessThan(10)
  if (!inForcedColors.includes(path)) return
  await page.emulateMedia({ forcedColors: 'active' })
  // axe reads the fill color from the styles, which the browser overrides here.
  expect(await accessibilityProblems(page, ['color-contrast']), path).toEqual([])
  expect(await ownTextColors(page), path).toEqual([])
  await page.emulateMedia({ forcedColors: null })
}

const inForcedColors = [
  '/',
  ...['overview', 'recent_activity?filters=all', 'claim', 'user_profile'].map(name => `/account/${name}`),
]

/** It is the total duration of transitions and animations, in ms. */
function longestMotion(page: Page): Promise<number> {
  return page.evaluate(() => {
    const seconds = [...document.querySelectorAll('*')].flatMap(element => {
      const { transitionDuration, animationDuration } = getComputedStyle(element)
      return [...transitionDuration.split(','), ...animationDuration.split(',')].map(Number.parseFloat)
    })
    return Math.max(...seconds) * 1_000
  })
}

/** These text elements ignore forced colors. */
function ownTextColors(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter(element => getComputedStyle(element).forcedColorAdjust !== 'auto')
      .filter(element => !element.closest('svg') && element.textContent?.trim())
      .map(element => element.outerHTML.slice(0, 120)),
  )
}

test('consent bar, large text on a small screen -> its words scroll, both answers stay in view', async () => {
  const { page } = await openPage(on.browser, { width: 320, height: 640 })
  await page.goto(on.product.address('cellwave'))
  const bar = page.getByRole('region', { name: 'Privacy choices' })
  await bar.waitFor()
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  for (const name of ['No thanks', 'Agree'])
    await expect(bar.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  const link = bar.getByRole('link')
  await link.focus()
  await expect(link).toBeInViewport({ ratio: 1 })
})
