import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { prospect } from '../apps/server/src/testing/prospect.ts'
import { apiUser } from './support/api.ts'
import { failedRequests, openPage, settle, startSession } from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'
import { waitForWidgets } from './support/prompts.ts'

/* Profiles, cookies, storage and messages are tampered with: nothing is executed, breaks a page, or is trusted. */

const on = setUpSharedProduct()
const at = (slug: string, path: string) => on.product.address(slug) + path
const ran = (page: Page) => page.evaluate(() => 'ran' in window)

test.describe('profile with markup', () => {
  // Fields are as long as they may be.
  const profile = {
    firstName: '<svg onload=ran=1>',
    lastName: '"><script>ran=1<',
    address1: '<img src=x onerror=ran=1>',
    address2: '"onfocus=ran=1 autofocus x="',
    city: '<b onclick=ran=1>x',
    phoneNumber: '(212) 555-0142',
  }

  test('pages and mail -> shown as text, never runs', async () => {
    const joined = prospect({
      ...profile,
      email: `markup.${randomUUID().slice(0, 8)}@example.com`,
      state: 'NY',
    })
    const { status, body } = await apiUser(at('cellwave', '')).send('POST', '/api/Members/Prospects', joined)
    expect([status, body.fieldErrors]).toEqual([200, undefined])

    const { page } = await openPage(on.browser)
    await startSession(page, at('cellwave', ''), joined.email)
    for (const path of [
      '/',
      '/search',
      '/account/overview',
      '/account/recent_activity',
      '/account/user_profile',
      '/add_card',
    ]) {
      expect((await page.goto(at('cellwave', path)))?.status(), path).toBe(200)
      await waitForWidgets(page)
      for (const button of await page.locator('header button[aria-expanded="false"]').all())
        if (await button.isVisible()) await button.click()
      await expect(page.locator('svg[onload], img[onerror], [onclick], [onfocus]'), path).toHaveCount(0)
      expect(await ran(page), path).toBe(false)
    }
    await page.goto(at('cellwave', '/account/overview'))
    await expect(page.locator('body')).toContainText(profile.firstName, { useInnerText: true })

    const user = apiUser(at('cellwave', ''))
    const newestMail = async () => {
      const { body } = await user.get<{ mails: { id: string; recipient: string; text: string }[] }>(
        '/api/Staging',
      )
      return body.mails.find(({ recipient }) => recipient === joined.email)!
    }
    const asked = await newestMail()
    expect(asked.text).not.toContain(profile.firstName)
    const token = /token=([\w-]+)/.exec(asked.text)?.[1]
    expect((await user.send('POST', '/api/Members/EmailConfirmation', { token })).status).toBe(200)
    await page.goto(at('cellwave', `/api/Staging/Mails/${(await newestMail()).id}`))
    await expect(page.locator('body')).toContainText(profile.firstName, { useInnerText: true })
    await expect(page.locator('svg, script')).toHaveCount(0)
  })
})

test.describe('edited cookies and storage', () => {
  const garbage = [
    '%',
    '%ff%00',
    '{"__proto__":{"ran":1}}',
    '"><img src=x onerror=ran=1>',
    '9999-99-99T99:99:99Z',
    '李🍜',
    // Together close to the limit of a request.
    'x'.repeat(1_200),
  ]
  const cookies = [
    'session',
    'session_expires',
    'csrf',
    'device',
    'staff',
    'known_visitor',
    'source',
    'referrer',
    'utm_source',
    'utm_campaign',
  ].map(name => `dw_${name}`)
  const memory = [
    'dw_consent',
    'dw.scrolledPages',
    'dw_install_snoozed_until',
    'dw_native_told',
    'dw.ssoAnnouncement',
    'dw.appAnnouncement',
    'dw.popup',
    'dw.survey.first-dinners',
  ]

  for (const [index, shown, value] of garbage.map(
    (value, index) => [index, value.slice(0, 30), value] as const,
  ))
    test(`${index}, ${shown} -> pages work, nothing is thrown`, async () => {
      // An unknown id is looked up, and not found.
      const { page, context } = await openPage(on.browser, undefined, { allowedErrors: /status of 404/ })
      for (const name of cookies) await spoil(context, name, value)
      const stored = [memory, value.length > 1_000 ? value.repeat(10) : value] as const
      await context.addInitScript(([keys, text]) => {
        for (const key of keys) localStorage.setItem(key, text)
      }, stored)
      const path = ['/', '/login', '/search?restaurantOrCuisine=ramen'][index % 3]!
      expect((await page.goto(at('harbor', path)))?.status(), path).toBe(200)
      await waitForWidgets(page)
      await expect(page.locator('main h1'), path).toHaveCount(1)
      expect(await ran(page), path).toBe(false)
      expect(await page.evaluate(() => ({}) as { ran?: unknown }).then(object => object.ran)).toBeUndefined()
    })

  test('cookies too large -> 431, other visitors are served', async () => {
    const user = await openPage(on.browser, undefined, { allowedErrors: failedRequests })
    for (const name of cookies.slice(0, 6)) await spoil(user.context, name, 'x'.repeat(3_500))
    expect((await user.page.goto(at('harbor', '/')))?.status()).toBe(431)
    const other = await openPage(on.browser)
    expect((await other.page.goto(at('harbor', '/')))?.status()).toBe(200)
  })
})

test.describe('card message', () => {
  test('any source but the card frame -> ignored', async () => {
    const { page } = await openPage(on.browser)
    await startSession(page, at('skyward', ''), 'member@skyward.example')
    await page.goto(at('skyward', '/account/manage_cards'))
    const add = page.locator('main form [type="submit"]').last()
    await page.frameLocator('iframe').locator('#number').waitFor()
    await page.locator('[name="directFileFeedOptIn"]').check()
    await page.evaluate(forgeCards, on.product.cardFrameUrl)
    await settle(page)
    await expect(add).toBeDisabled()

    // The content is valid: only the source is wrong.
    await page.evaluate(forgeCard, on.product.cardFrameUrl)
    await expect.poll(() => add.isDisabled()).toBe(false)
  })
})

/** Set a cookie, as far as the browser accepts it. */
async function spoil(context: BrowserContext, name: string, value: string): Promise<void> {
  const cookie = { name, value, domain: 'harbor.localhost', path: '/' }
  const plain = { ...cookie, value: encodeURIComponent(value) }
  await context.addCookies([cookie]).catch(() => context.addCookies([plain]))
}

/** Runs in the page: post the "card entered" message from every source but the frame. */
function forgeCards(frameUrl: string): void {
  const data = {
    type: 'card-frame',
    status: 'success',
    card: { cardId: 'tok_1', cardType: 'Visa', lastFour: '4242' },
  }
  const { origin } = new URL(frameUrl)
  const source = document.querySelector('iframe')!.contentWindow
  const stranger = document.body.appendChild(document.createElement('iframe')).contentWindow
  window.postMessage(data, location.origin)
  // These messages have the right origin, but another window.
  for (const other of [null, window, stranger])
    dispatchEvent(new MessageEvent('message', { origin, source: other, data }))
  // These messages have the right window, but another origin.
  const { host, port } = new URL(frameUrl)
  for (const other of [
    '',
    'null',
    location.origin,
    `https://${host}`,
    `http://localhost:${Number(port) + 1}`,
    `http://localhost.evil.example:${port}`,
    `${origin}.evil.example`,
    `http://evil-localhost:${port}`,
    origin.toUpperCase(),
  ])
    dispatchEvent(new MessageEvent('message', { origin: other, source, data }))
}

/** Runs in the page. */
function forgeCard(frameUrl: string): void {
  const data = {
    type: 'card-frame',
    status: 'success',
    card: { cardId: 'tok_1', cardType: 'Visa', lastFour: '4242' },
  }
  const source = document.querySelector('iframe')!.contentWindow
  dispatchEvent(new MessageEvent('message', { origin: new URL(frameUrl).origin, source, data }))
}
