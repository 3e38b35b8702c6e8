import { readFileSync } from 'node:fs'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  expect,
  type Frame,
  type Page,
  type Request,
} from '@playwright/test'
import type { ElementContext, RunOptions, run } from 'axe-core'
import { browserOptions } from '../../scripts/browsers/browser.ts'
import { apiUser, demoPassword, signIn } from './api.ts'
import { isHydrated } from './hydration.ts'
import { recordDocuments, recordMarkup } from './markup.ts'

/** `debuggingPort` lets another program control it. */
export function openBrowser(debuggingPort?: number): Promise<Browser> {
  const options = browserOptions()
  if (debuggingPort) options.args.push(`--remote-debugging-port=${debuggingPort}`)
  return chromium.launch(options)
}

export interface WatchedPage {
  readonly page: Page
  readonly context: BrowserContext
  /** They are console errors, policy violations and failed scripts. A journey fails if any remain at its end. */
  readonly consoleErrors: string[]
}

/** The current test opened these contexts. */
export const openedPages: WatchedPage[] = []

/** They are console messages about failed requests. */
export const failedRequests =
  /Failed to load resource|Unable to preload CSS|net::ERR_|when fetching the script/

export interface PageOptions extends BrowserContextOptions {
  /** These console messages are expected. */
  readonly allowedErrors?: RegExp
  /** By default the partner's popups are marked as seen, since they would cover the page. */
  readonly popups?: boolean
  /** By default nothing is animated, and maps stay as without WebGL: drawing both by software took a sixth of the journeys' time. */
  readonly map?: boolean
  /**
   * Workers are blocked by default: they took a quarter of each page's time. Their own journeys and two long stories
   * have them.
   */
  readonly serviceWorkers?: 'allow' | 'block'
}

/** It opens a page in its own context, which records errors. */
export async function openPage(
  browser: Browser,
  viewport = { width: 1280, height: 900 },
  { allowedErrors, popups = false, map = false, serviceWorkers = 'block', ...options }: PageOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport,
    reducedMotion: 'reduce',
    serviceWorkers,
    // All are denied that a journey does not grant: what is undecided differs between builds of a browser.
    permissions: [],
    ...options,
  })
  if (!popups) await context.addInitScript(markPopupsAsSeen)
  if (!map) await context.addInitScript(turnOffWebGl)
  const page = await context.newPage()
  if (options.javaScriptEnabled !== false) waitAfterOpening(page)
  watchRequests(page)
  recordDocuments(page)
  const consoleErrors: string[] = []
  page.on('console', message => {
    const text = `${message.type()}: ${message.text()}`
    if (!/^(error|warning)/.test(text) || allowedErrors?.test(text)) return
    // Ignore messages of the graphics driver and of the test runner.
    if (!/GL Driver Message|registration blocked by Playwright/.test(text)) consoleErrors.push(text)
  })
  const broken = brokenFilesOf(page)
  page.on('pageerror', error => {
    const [, file] = /^Failed to fetch dynamically imported module: (\S+)/.exec(error.message) ?? []
    // Leaving a page on a slow machine cuts off what it still loads.
    if (!file || broken.has(file)) consoleErrors.push(`script: ${error.message}`)
  })
  const opened = { page, context, consoleErrors }
  openedPages.push(opened)
  return opened
}

/**
 * A page that a journey opens works before the journey goes on: what is pressed earlier is done without script. Where a
 * script is held back or the page is left at once, the journey goes on after a moment.
 */
function waitAfterOpening(page: Page): void {
  const open = page.goto.bind(page)
  page.goto = async (...args) => {
    const response = await open(...args)
    await waitForPage(page, { timeout: 5_000 }).catch(() => {})
    return response
  }
}

async function waitForPage(page: Page, options: { readonly timeout?: number } = {}): Promise<void> {
  if ((await page.locator('script[data-brand]').count()) === 0) return
  const parts = { selector: '#main > *', every: true }
  await page.waitForFunction(isHydrated, parts, { ...oftenEnough, ...options })
}

/** Addresses that were refused or failed, other than by leaving the page. */
function brokenFilesOf(page: Page): ReadonlySet<string> {
  const broken = new Set<string>()
  page.on('response', response => {
    if (response.status() >= 400) broken.add(response.url())
  })
  page.on('requestfailed', request => {
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') broken.add(request.url())
  })
  return broken
}

/** Runs in the page. */
function markPopupsAsSeen(): void {
  const seen = {
    'dw.popup': 'newOnTheList',
    'dw.appAnnouncement': new Date().toISOString(),
    'dw.ssoAnnouncement': new Date().toISOString(),
  }
  try {
    for (const [key, value] of Object.entries(seen)) localStorage.setItem(key, value)
  } catch {
    // The page may be one without storage.
  }
}

/** Runs in the page. */
function turnOffWebGl(): void {
  const { getContext } = HTMLCanvasElement.prototype
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...given: []) {
    return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...given)
  } as typeof getContext
}

/** It lists violations of WCAG 2.2 AA, one per line. @param except rules that axe cannot judge here */
export async function accessibilityProblems(
  page: Page,
  except: readonly string[] = [],
  part: string | null = null,
): Promise<string[]> {
  const rules = { ...furtherRules, ...Object.fromEntries(except.map(rule => [rule, { enabled: false }])) }
  if (part) await page.locator(part).first().waitFor()
  await waitForAnimations(page)
  return problemsOf(page, { runOnly: wcagTags, rules }, part)
}

/**
 * Expect no accessibility problem at phone and desktop width, and no horizontal scrolling. @param rules partners differ in
 * colors only, so one of them is checked in full. @param part of a page that is inspected elsewhere @param ruled widths, in
 * px, where the rules are applied: of pages alike, one width each is enough. @param others where nothing may scroll sideways
 */
export async function inspect(
  page: Page,
  rules: 'all' | 'contrast' = 'all',
  part: string | null = null,
  ruled: readonly number[] = part ? [320, 1280] : [390, 1280],
  others: readonly number[] = [320],
): Promise<void> {
  const before = page.viewportSize()
  if (part) await page.locator(part).first().waitFor()
  await waitForRest(page)
  await recordMarkup(page)
  // The widths grow: a chart that shrinks follows a moment later.
  for (const width of [...new Set([...others, ...ruled])].toSorted((one, other) => one - other)) {
    await page.setViewportSize({ width, height: 900 })
    const where = `${page.url()} at ${width} px`
    expect(await scrollsSidewaysAtRest(page), `${where} scrolls sideways`).toBe(false)
    if (!ruled.includes(width)) continue
    const options =
      rules === 'all' ? { runOnly: wcagTags, rules: furtherRules } : { runOnly: ['color-contrast'] }
    expect(await problemsOf(page, options, part), where).toEqual([])
  }
  if (before) await page.setViewportSize(before)
}

/** @returns whether the page scrolls horizontally, from its top: the sticky header would cover a part of a link. */
async function scrollsSidewaysAtRest(page: Page): Promise<boolean> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await settle(page)
  await waitForAnimations(page)
  return scrollsSideways(page)
}

const axeSource = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
/** Rules that axe does not count among those of WCAG: what is read aloud is what stands there, and headings leave out no level. */
const furtherRules = { 'label-content-name-mismatch': { enabled: true }, 'heading-order': { enabled: true } }
const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

async function problemsOf(page: Page, options: RunOptions, part: string | null = null): Promise<string[]> {
  const frames = part ? [page.mainFrame()] : page.frames()
  const problems = await Promise.all(frames.map(frame => frameProblems(frame, options, part)))
  return problems.flat()
}

/** Loads axe once per document: that takes as long as a check. */
async function frameProblems(frame: Frame, options: RunOptions, part: string | null): Promise<string[]> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource)
  const { violations } = await frame.evaluate(
    ({ part, ...given }) =>
      (window as unknown as { axe: { run: typeof run } }).axe.run(
        part ?? (document as ElementContext),
        given,
      ),
    { ...options, part, iframes: false, preload: false, resultTypes: ['violations' as const] },
  )
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(node => node.target.join(' ')).join(', ')})`,
  )
}

/** Wait for fades to end; ignore endless animations. */
function waitForAnimations(page: Page): Promise<unknown> {
  return page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ playState, effect, timeline }) => {
          const end = Number(effect?.getComputedTiming().endTime)
          return playState === 'running' && Number.isFinite(end) && timeline === document.timeline
        })
        .map(animation => animation.finished),
    ),
  )
}

export function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}

/** Hold back requests. @returns a function that lets them through */
export async function holdUntil(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async route => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Sign in through the form and wait for the account overview. */
export async function signInOn(
  page: Page,
  address: string,
  userName: string,
  { remember = false } = {},
): Promise<void> {
  await page.goto(`${address}/login`)
  if (remember) await page.locator('[name="rememberMe"]').check()
  await page.locator('[name="userName"]').fill(userName)
  await page.locator('[name="password"]').fill(demoPassword)
  await page.locator('main form [type="submit"]').click()
  await page.waitForURL('**/account/overview')
}

/** Sign in by a request: the form takes two pages more, and has its own journeys. */
export async function startSession(page: Page, address: string, userName: string): Promise<void> {
  const user = apiUser(address)
  await signIn(user, userName)
  await page.context().addCookies(user.cookies())
}

/** It is in ms. By default a page is asked before each frame, and draws one for it. */
const oftenEnough = { polling: 50 }

/** Wait until a page is hydrated, has its deferred parts, asks for nothing, and nothing moves. */
export async function waitForRest(page: Page): Promise<void> {
  await page.waitForLoadState()
  await waitForPage(page)
  await page.waitForFunction(hasWidgets, null, oftenEnough)
  await expect.poll(() => isQuiet(requestsOf.get(page)), { intervals: [0, 50] }).toBe(true)
  await page.waitForFunction(
    () =>
      document.getAnimations().every(({ playState, effect, timeline }) => {
        // What follows scrolling runs forever, and moves nothing by itself.
        if (timeline !== document.timeline) return true
        // What loads when it is seen has a skeleton below the screen.
        const top = (effect as KeyframeEffect | null)?.target?.getBoundingClientRect().top ?? 0
        return playState !== 'running' || top > innerHeight
      }),
    null,
    oftenEnough,
  )
}

interface OpenRequests {
  readonly waiting: Set<Request>
  lastAt: number
}

const requestsOf = new WeakMap<Page, OpenRequests>()

function watchRequests(page: Page): void {
  const open: OpenRequests = { waiting: new Set(), lastAt: 0 }
  requestsOf.set(page, open)
  page.on('request', request => {
    open.waiting.add(request)
    open.lastAt = Date.now()
  })
  // A stream of events never finishes: every visit to an account page waited for it.
  page.on('response', response => {
    if (response.request().resourceType() === 'eventsource') open.waiting.delete(response.request())
  })
  page.on('requestfinished', request => open.waiting.delete(request))
  page.on('requestfailed', request => open.waiting.delete(request))
}

/** Requests of a page that was left may never be reported as ended. */
function isQuiet(open: OpenRequests | undefined): boolean {
  return !open || open.waiting.size === 0 || Date.now() - open.lastAt > 2_000
}

/** Runs in the page. Pages without header have no widgets. */
function hasWidgets(): boolean {
  if (!document.querySelector('script[data-brand]')) return true
  return !document.querySelector('header') || document.querySelector('[aria-label^="Messages"]') !== null
}

/** Let the page process messages, effects, and two frames. */
export function settle(page: Page): Promise<unknown> {
  return page.evaluate(
    () =>
      new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  )
}

/** Wait until a part of the page is hydrated. */
export async function waitForHydration(page: Page, part: string): Promise<void> {
  await page.waitForFunction(isHydrated, { selector: part }, oftenEnough)
}
