import type { BrowserContext, Page, Request } from '@playwright/test'
import { demoPassword } from './support/api.ts'
import { holdUntil, openPage, settle, waitForHydration } from './support/browser.ts'
import { expect, metricsToken, setUpSharedProduct, test } from './support/journey.ts'
import { waitForWidgets } from './support/prompts.ts'

// These tests run in any worker: as one of the last files this one kept one worker busy after the others.
test.describe.configure({ mode: 'parallel' })

const on = setUpSharedProduct()

/** It is the number of batches that the server accepted. */
async function batchesTaken(): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const figures = await (await fetch(`http://localhost:${on.product.port}/metrics`, { headers })).text()
  return Number(/route="\/api\/Impressions",status="200"\} (\d+)/.exec(figures)?.[1] ?? 0)
}

async function open(viewport?: { width: number; height: number }, options = {}) {
  const opened = await openPage(on.browser, viewport, options)
  return opened
}

interface PageView {
  readonly event: string
  readonly page_title: string
  readonly page_path: string
  readonly page_location: string
  readonly page_referrer: string
}

const pageViews = (page: Page) =>
  page.evaluate(() => ((window as { dataLayer?: unknown[] }).dataLayer ?? []) as PageView[])

/** Wait for a page view, and for a second one that must not come. */
async function viewed(page: Page, path: string): Promise<PageView[]> {
  await page.waitForFunction(
    wanted =>
      ((window as { dataLayer?: { page_path: string }[] }).dataLayer ?? []).some(
        view => view.page_path === wanted,
      ),
    path,
  )
  await settle(page)
  return pageViews(page)
}

async function cookie(context: BrowserContext, name: string) {
  return (await context.cookies()).find(one => one.name === name)
}

interface SentEvent {
  readonly event: string
  readonly merchantId?: string
  readonly memberId?: string
  readonly path: string
}

/** The page sent these batches. */
function batchesOf(page: Page): SentEvent[][] {
  const batches: SentEvent[][] = []
  page.on('request', (request: Request) => {
    if (request.url().endsWith('/api/Impressions')) batches.push(request.postDataJSON() as SentEvent[])
  })
  return batches
}

test.describe('source of a visit', () => {
  test('in the URL -> stored, removed from the URL', async () => {
    const { page, context } = await open()
    let documents = 0
    page.on('load', () => documents++)
    await page.goto(
      `${on.product.address('skyward')}/search?source=spring%20mail&utm_source=mail&restaurantOrCuisine=pizza#top`,
    )
    await page.waitForURL(url => !url.searchParams.has('source'))
    const { search, hash } = new URL(page.url())
    expect([search, hash]).toEqual(['?utm_source=mail&restaurantOrCuisine=pizza', '#top'])
    expect(documents).toBe(1)
    await expect(page.locator('[name="restaurantOrCuisine"]').first()).toHaveValue('pizza')
    const source = await cookie(context, 'dw_source')
    expect(source).toMatchObject({ value: 'spring%20mail', sameSite: 'Lax', path: '/' })
    expect(source!.expires - Date.now() / 1000).toBeGreaterThan(2_880 * 60 - 120)
    expect(source!.expires - Date.now() / 1000).toBeLessThanOrEqual(2_880 * 60)
    expect(await cookie(context, 'dw_utm_source')).toMatchObject({ value: 'mail', expires: -1 })
  })

  test('join some pages later -> sent along', async () => {
    const { page } = await open()
    const site = on.product.address('skyward')
    await page.goto(`${site}/?source=spring&referrer=juno`)
    await page.waitForURL(`${site}/?referrer=juno`)
    await page.goto(`${site}/join`)
    await waitForHydration(page, 'main form')
    const sent = page.waitForRequest('**/api/Members/Prospects')
    const typed = {
      firstName: 'Juno',
      lastName: 'Hale',
      email: 'juno.tracked@skyward.test',
      zipCode: '10001',
      password: 'Dinner-For-2!',
    }
    for (const [name, value] of Object.entries(typed))
      await page.locator(`main form [name="${name}"]`).fill(value)
    await page.locator('main form [name="termsAccepted"]').check()
    await page.locator('main form [type="submit"]').click()
    expect((await sent).postDataJSON()).toMatchObject({ enrollmentSource: 'spring', referrer: 'juno' })
  })
})

test.describe('page view', () => {
  test('page left within half a second -> not recorded; else with its referrer', async () => {
    const { page } = await open()
    // It stretches half a second to three, so that the test navigates in time on a busy machine.
    await page.addInitScript(() => {
      const plain = window.setTimeout.bind(window)
      const slow = (work: () => void, ms?: number) => plain(work, ms === 500 ? 3_000 : ms)
      Object.assign(window, { setTimeout: slow })
    })
    const site = on.product.address('skyward')
    await page.goto(`${site}/search`, { referer: 'https://blog.example/best-pizza?reader=42' })
    const [first] = await viewed(page, '/search')
    expect(first).toEqual({
      event: 'pageview',
      page_title: 'Search',
      page_path: '/search',
      page_location: `${site}/search`,
      page_referrer: 'https://blog.example/best-pizza',
    })

    const merchant = await page.evaluate(async () => {
      document.querySelector<HTMLElement>('main article h3 a')?.click()
      while (!location.pathname.startsWith('/merchants/')) await new Promise(later => setTimeout(later, 10))
      const { pathname } = location
      document.querySelector<HTMLElement>('header a[href="/"]')?.click()
      return pathname
    })
    const views = await viewed(page, '/')
    expect(views.map(view => view.page_path)).toEqual(['/search', '/'])
    expect(views[1]).toMatchObject({ page_title: 'Home', page_referrer: site + merchant })
  })

  test('search filter changed -> no new view', async () => {
    const { page } = await open()
    await page.clock.install()
    await page.goto(`${on.product.address('skyward')}/search`)
    await viewed(page, '/search')
    const next = page.locator('main nav a[href^="/search?"]').first()
    const address = await next.getAttribute('href')
    await next.click()
    await page.waitForURL(url => url.pathname + url.search === address)
    await page.clock.runFor(2_000)
    await expect.poll(() => pageViews(page)).toHaveLength(1)
  })
})

test.describe('events', () => {
  test('cards seen -> one batch; page left -> rest is sent', async () => {
    const { page } = await open()
    const batches = batchesOf(page)
    const before = await batchesTaken()
    await page.goto(`${on.product.address('skyward')}/search`)
    await expect.poll(batchesTaken).toBe(before + 1)
    expect(batches).toHaveLength(1)
    expect(batches[0]!.length).toBeGreaterThan(1)
    for (const event of batches[0]!)
      expect(event).toMatchObject({ event: 'merchant_card_impression', path: '/search', channel: 'web' })

    await page.locator('main article h3 a').first().click()
    await page.waitForURL('**/merchants/**')
    await viewed(page, new URL(page.url()).pathname)
    await page.goto('about:blank')
    await expect.poll(batchesTaken).toBeGreaterThan(before + 1)
  })

  test('request fails -> no message', async () => {
    const { page } = await open(undefined, { allowedErrors: /net::ERR_FAILED/ })
    await page.route('**/api/Impressions', route => route.abort())
    await page.goto(`${on.product.address('skyward')}/search`)
    await page.waitForRequest('**/api/Impressions')
    await page.locator('main article h3 a').first().click()
    await page.waitForURL('**/merchants/**')
    await expect(page.locator('[role="alert"]')).toHaveCount(0)
  })
})

test.describe('consent', () => {
  test('before agreeing -> nothing stored or sent; after -> all', async () => {
    const { page, context } = await open()
    const batches = batchesOf(page)
    await page.clock.install()
    await page.goto(`${on.product.address('cellwave')}/search?source=poster&utm_source=bus`)
    const bar = page.getByRole('region', { name: 'Privacy choices' })
    await bar.waitFor()
    await page.clock.runFor(5_000)
    expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false)
    expect((await context.cookies()).map(one => one.name).filter(name => name !== 'dw_csrf')).toEqual([])
    expect(batches).toEqual([])
    expect(new URL(page.url()).search).toBe('?source=poster&utm_source=bus')

    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(bar.getByRole('button', { name: 'Agree' })).toBeFocused()
    await page.keyboard.press('Enter')
    await bar.waitFor({ state: 'detached' })
    expect(await viewed(page, '/search')).toHaveLength(1)
    expect(await cookie(context, 'dw_source')).toMatchObject({ value: 'poster' })
    expect(new URL(page.url()).search).toBe('?utm_source=bus')
    await page.reload()
    await waitForWidgets(page)
    await settle(page)
    await expect(bar).toHaveCount(0)
  })

  test('declined -> remembered; can be changed both ways', async () => {
    const { page, context } = await open({ width: 390, height: 844 })
    await page.goto(`${on.product.address('cellwave')}/?source=poster`)
    const bar = page.getByRole('region', { name: 'Privacy choices' })
    await bar.getByRole('button', { name: 'No thanks' }).click()
    const clicked = await holdUntil(page, '**/assets/deferred-widgets-*.js')
    await page.reload()
    const change = page.locator('footer').getByRole('button', { name: 'Privacy choices' })
    await change.click()
    await expect(bar).toHaveCount(0)
    clicked()
    await bar.getByText('You declined').waitFor()
    await bar.getByRole('button', { name: 'Agree' }).click()
    await viewed(page, '/')
    await expect.poll(() => cookie(context, 'dw_source')).toBeDefined()
    await change.click()
    await bar.getByRole('button', { name: 'No thanks' }).click()
    await expect(change).toBeFocused()
    await expect.poll(() => cookie(context, 'dw_source')).toBeUndefined()
  })

  test('bar shown -> never covers the focus', async () => {
    const { page } = await open({ width: 390, height: 700 })
    await page.goto(`${on.product.address('cellwave')}/join`)
    await page.getByRole('region', { name: 'Privacy choices' }).waitFor()
    for (let presses = 0; presses < 30; presses++) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(focusUnderBar)).toBeNull()
    }
  })

  test('bar would appear under a pressed button -> waits for its click', async () => {
    const { page } = await open({ width: 390, height: 844 })
    const pressed = await holdUntil(page, '**/assets/deferred-widgets-*.js')
    await page.goto(`${on.product.address('cellwave')}/login`)
    await page.locator('[name="userName"]').fill('member@cellwave.example')
    await page.locator('[name="password"]').fill(demoPassword)
    await page.locator('main form [type="submit"]').hover()
    await page.mouse.down()
    pressed()
    await waitForWidgets(page)
    await settle(page)
    await page.mouse.up()
    await page.waitForURL('**/account/overview')
    await page.getByRole('region', { name: 'Privacy choices' }).waitFor()
  })

  test('stored answer tampered with -> asks again', async () => {
    const { page } = await open()
    await page.addInitScript(() => localStorage.setItem('dw_consent', '{"answer":"yes","at":"2999-01-01"}'))
    await page.goto(on.product.address('cellwave'))
    await page.getByRole('region', { name: 'Privacy choices' }).waitFor()
    expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false)
  })
})

for (const slug of ['skyward', 'cellwave'])
  test(`Global Privacy Control at ${slug} -> nothing is measured`, async () => {
    const { page, context } = await open()
    const batches = batchesOf(page)
    await page.clock.install()
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
    await page.goto(`${on.product.address(slug)}/search?source=poster`)
    await page.locator('main article').first().waitFor()
    await page.clock.runFor(5_000)
    expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false)
    await expect(page.getByRole('region', { name: 'Privacy choices' })).toHaveCount(0)
    expect([batches, await cookie(context, 'dw_source')]).toEqual([[], undefined])
  })

/** The focused element's markup if the bar covers any of it. */
function focusUnderBar(): string | null {
  const bar = document.querySelector('section[aria-label="Privacy choices"]')
  const focused = document.activeElement
  if (!bar || !focused || bar.contains(focused) || focused.matches('body')) return null
  const isUnder = focused.getBoundingClientRect().bottom > bar.getBoundingClientRect().top + 1
  return isUnder ? focused.outerHTML.slice(0, 120) : null
}
