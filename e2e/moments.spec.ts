import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { accessibilityProblems, openPage, signInOn, standsStill } from './support/browser.ts'
import { hasFocus } from './support/keyboard.ts'
import { stage } from './support/stage.ts'

const on = stage()
const at = (slug: string, path = '') => on.product.address(slug) + path

describe('a session that ends', () => {
  test('is told of a minute before, and a press of a key renews it', async () => {
    const { page, context, complaints } = await member('cellwave')
    const before = await sessionEnd(page)
    await page.clock.fastForward('14:05')
    const warning = page.getByRole('alert').filter({ hasText: 'signed out in one minute' })
    await warning.waitFor()
    await inspect(page)

    const link = page.getByRole('link', { name: 'See all activity' })
    await link.focus()
    await page.keyboard.press('F8')
    const stay = page.getByRole('button', { name: 'Stay signed in' })
    expect(await hasFocus(stay)).toBe(true)
    await page.keyboard.press('Enter')
    await warning.waitFor({ state: 'detached' })
    await expect.poll(() => sessionEnd(page)).toBeGreaterThan(before)
    await expect.poll(() => hasFocus(link)).toBe(true)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('leads to the sign-out page when nobody answers, and is over', async () => {
    const { page, context } = await member('cellwave')
    await page.clock.fastForward('15:05')
    await page.waitForURL('**/SignOut')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect((await context.cookies()).map(cookie => cookie.name)).not.toContain('dw_session')
    await context.close()
  })

  test('is renewed by going to another page', async () => {
    const { page, context } = await member('cellwave')
    const before = await sessionEnd(page)
    await page.clock.fastForward('05:00')
    await page
      .locator('header')
      .getByRole('link', { name: /find food/i })
      .click()
    await page.waitForURL('**/search')
    await expect.poll(() => sessionEnd(page)).toBeGreaterThan(before)
    await context.close()
  })
})

describe('what comes up over a page', () => {
  test('comes up once a type, can be left by key, and gives the focus back', async () => {
    const { page, context, complaints } = await visitor('skyward', '/how-it-works')
    const link = page.locator('header').getByRole('link', { name: 'Find a restaurant' })
    await link.focus()
    await calm(page)
    const popup = page.getByRole('dialog')
    await popup.waitFor()
    await inspect(page)
    await page.keyboard.press('Escape')
    await popup.waitFor({ state: 'hidden' })
    expect(await hasFocus(link)).toBe(true)

    await page.reload()
    await calm(page)
    expect(await popup.isVisible()).toBe(false)
    await remember(page, 'dw.popup', 'another-type')
    await calm(page)
    await popup.waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('comes one at a time, and tells of the app once a day', async () => {
    const { page, context, complaints } = await visitor('meridian', '/how-it-works')
    await calm(page)
    const dialogs = page.locator('dialog[open]')
    await dialogs.getByRole('link', { name: 'Sign in/Join Now' }).waitFor()
    await inspect(page)
    await dialogs.getByRole('button', { name: 'Not now' }).click()
    await calm(page)
    // The next waits for another page.
    expect(await dialogs.count()).toBe(0)

    await page.reload()
    await calm(page)
    await dialogs.getByRole('link', { name: /App Store/ }).waitFor()
    expect(await dialogs.count()).toBe(1)
    await inspect(page)
    await dialogs.getByRole('button', { name: 'Not now' }).click()
    await page.reload()
    await calm(page)
    expect(await dialogs.count()).toBe(0)

    await remember(page, 'dw.appAnnouncement', new Date(Date.now() - 25 * 3_600_000).toISOString())
    await calm(page)
    await dialogs.getByRole('link', { name: /App Store/ }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('waits for whoever is typing', async () => {
    const { page, context } = await visitor('skyward', '/search')
    await page.locator('main [name="restaurantOrCuisine"]').fill('ramen')
    await calm(page)
    expect(await page.getByRole('dialog').isVisible()).toBe(false)
    await context.close()
  })

  test('comes up in a browser that remembers nothing, and goes for as long as the page lives', async () => {
    const { page, context, complaints } = await visitor('skyward', '/how-it-works', () => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
    })
    await calm(page)
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('header').getByRole('link', { name: 'Find a restaurant' }).click()
    await page.waitForURL('**/search')
    await calm(page)
    expect(await page.getByRole('dialog').isVisible()).toBe(false)
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('the survey at the bottom of the page', () => {
  test('is answered in its frame, hears nobody else, and is not asked again', async () => {
    const { page, context, complaints } = await member('harbor')
    const bar = page.getByRole('region', { name: 'Survey' })
    const title = bar.getByRole('button', { name: /How is dining/ })
    await title.waitFor()
    expect(await title.getAttribute('aria-expanded')).toBe('false')
    await inspect(page)
    await title.click()
    const form = page.frameLocator('iframe')
    await form.getByRole('button', { name: 'Send my answers' }).waitFor()
    await inspect(page)

    await forgeSubmissions(page)
    await page.clock.fastForward('00:10')
    expect(await form.getByRole('button', { name: 'Send my answers' }).isVisible()).toBe(true)

    await form.getByRole('button', { name: 'Send my answers' }).click()
    await form.getByText('Please choose an answer.').first().waitFor()
    await form.getByRole('radio', { name: '4' }).check({ force: true })
    const kept = page.waitForResponse(/\/api\/Surveys\/first-dinners\/Answers$/)
    await form.getByRole('button', { name: 'Send my answers' }).click()
    const answer = await kept
    expect(await answer.json()).toEqual({ responseId: expect.stringMatching(/^[\da-f-]{36}$/) })
    expect(answer.request().postDataJSON()).toMatchObject({
      answers: { ease: '4' },
      context: { utm_source: '/account/overview', publicId: expect.any(String), partnerCode: 'Harbor Bank' },
    })
    await form.getByRole('status').waitFor()
    await page.clock.fastForward('00:05')
    await bar.waitFor({ state: 'detached' })

    await page.reload()
    await alive(page)
    await page.waitForTimeout(500)
    expect(await bar.isVisible()).toBe(false)
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('a message from another window', () => {
  const exit = 'radmin-emulation-exit'

  test('ends a session only from the administration, word for word', async () => {
    const { page, context } = await visitor('meridian', '/how-it-works')
    await remember(page, 'dw.ssoAnnouncement', new Date().toISOString())
    for (const [origin, data] of [
      ['https://evil.example', exit],
      ['null', exit],
      ['https://service.meridianairways.example.evil.example', exit],
      ['https://service.meridianairways.example', 'radmin-emulation-enter'],
    ] as const)
      await hear(page, origin, data)
    await page.waitForTimeout(300)
    expect(new URL(page.url()).pathname).toBe('/how-it-works')
    await hear(page, 'https://service.meridianairways.example', exit)
    await page.waitForURL('**/SignOut')
    await context.close()
  })

  test('is not needed where an emulation strayed from its window: it ends', async () => {
    const { page, context } = await visitor('meridian', '/how-it-works')
    await page.evaluate(() => sessionStorage.setItem('radmin-emulation-id', 'e1'))
    await page.goto(at('meridian', '/'))
    await page.waitForURL('**/SignOut')
    expect(await page.evaluate(() => sessionStorage.getItem('radmin-emulation-id'))).toBeNull()
    await context.close()
  })
})

test('without an anti-forgery token a write is not sent, and says so until it is dismissed', async () => {
  const { page, context } = await openPage(on.browser)
  await page.clock.install()
  await page.route('**/api/CSRF', route => route.abort())
  await page.goto(at('cellwave', '/login'))
  await alive(page)
  for (let seconds = 0; seconds < 40; seconds += 4) await page.clock.runFor(4_000)
  await page.locator('[name="userName"]').fill('member@cellwave.example')
  await page.locator('[name="password"]').fill('not-the-password-1')
  await page.locator('main form [type="submit"]').click()
  const toast = page.getByRole('alert').filter({ hasText: 'Error Code: fallback-token' })
  await toast.waitFor()
  await page.clock.fastForward('00:30')
  expect(await toast.isVisible()).toBe(true)
  await inspect(page)
  await toast.getByRole('button', { name: 'Dismiss' }).click()
  await toast.waitFor({ state: 'detached' })
  await context.close()
})

describe('an Acclaimed restaurant', () => {
  let path: string
  beforeAll(async () => {
    const near = 'latitude=40.7577&longitude=-73.9857&acclaimed=true&pageSize=1'
    const answer = await fetch(`http://localhost:${on.product.port}/api/v2/Merchants/Search?${near}`)
    const { merchants } = (await answer.json()) as { merchants: { id: string }[] }
    path = `/merchants/${merchants[0]!.id}`
  })

  test('tells who opted out the way in, from its badge', async () => {
    const { page, context, complaints } = await member('skyward', 'optedout')
    await page.goto(at('skyward', path))
    await alive(page)
    const badge = page.getByRole('button', { name: /Acclaimed/ })
    await badge.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('link', { name: 'Go to my profile' }).waitFor()
    await inspect(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await hasFocus(badge)).toBe(true)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('says nothing of it to whoever earns there', async () => {
    const { page, context } = await member('skyward')
    await page.goto(at('skyward', path))
    await page.locator('main h1').waitFor()
    expect(await page.getByRole('button', { name: /Acclaimed/ }).count()).toBe(0)
    await context.close()
  })
})

/** A window in which time can be wound forward. */
async function visitor(slug: string, path: string, prepare?: () => void) {
  const opened = await openPage(on.browser)
  await opened.page.clock.install()
  if (prepare) await opened.page.addInitScript(prepare)
  await opened.page.goto(at(slug, path))
  await alive(opened.page)
  return opened
}

async function member(slug: string, name = 'member') {
  const opened = await openPage(on.browser)
  await opened.page.clock.install()
  await opened.context.addInitScript(() => localStorage.setItem('dw.popup', 'newMemberBonus'))
  await signInOn(opened.page, at(slug), `${name}@${slug}.example`)
  await alive(opened.page)
  return opened
}

/** What is loaded after the first paint is there. */
const alive = (page: Page) => page.getByRole('region', { name: /^Messages/ }).waitFor({ state: 'attached' })

/** Nobody does anything for as long as a popup waits. */
async function calm(page: Page): Promise<void> {
  await alive(page)
  for (let seconds = 0; seconds < 6; seconds++) await page.clock.runFor(1_000)
  await page.waitForTimeout(200)
}

async function remember(page: Page, key: string, value: string): Promise<void> {
  await page.evaluate(([name, text]) => localStorage.setItem(name!, text!), [key, value])
  await page.reload()
  await alive(page)
}

async function sessionEnd(page: Page): Promise<number> {
  const cookies = await page.context().cookies()
  const value = cookies.find(cookie => cookie.name === 'dw_session_expires')?.value ?? ''
  return Date.parse(decodeURIComponent(value))
}

const hear = (page: Page, origin: string, data: unknown) =>
  page.evaluate(
    ([from, said]) => dispatchEvent(new MessageEvent('message', { origin: from as string, data: said })),
    [origin, data],
  )

/** Says that the form was sent, from everywhere but the form. */
async function forgeSubmissions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const frame = document.querySelector('iframe')!
    const embedId = new URL(frame.src).searchParams.get('embedId')
    const data = { type: 'form-submit', embedId, responseId: 'forged' }
    const source = frame.contentWindow
    // The right origin, another window.
    window.postMessage(data, location.origin)
    dispatchEvent(new MessageEvent('message', { origin: location.origin, data }))
    // The right window, another origin.
    for (const origin of [
      'null',
      'https://evil.example',
      `${location.origin}.evil.example`,
      'https://form.typeform.com',
    ])
      dispatchEvent(new MessageEvent('message', { origin, source, data }))
    // The right window and origin, another frame's id.
    const other = { ...data, embedId: 'another' }
    dispatchEvent(new MessageEvent('message', { origin: location.origin, source, data: other }))
  })
}

/** On a computer and on a phone. */
async function inspect(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await standsStill(page)
    expect([width, ...(await accessibilityProblems(page))]).toEqual([width])
  }
}
