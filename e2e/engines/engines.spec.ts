import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { apiUser, demoPassword, signIn } from '../support/api.ts'
import { earnedDine, earningMerchants, memberOf } from '../support/dines.ts'
import { isHydrated } from '../support/hydration.ts'
import { availabilityPath, freeTable, tablesOf } from '../support/tables.ts'
import { expect, test } from './engine.ts'
import type { EnginePage } from './engine-page.ts'

/*
 * The main journeys run once in each engine. What they show besides, in Chromium, is in the other files: here counts
 * that nothing relies on one engine's dates, workers, paint entries, focus or scroll bars.
 */

/** A busy button does not send: a form that shows its errors may still be loading. */
const submit = 'main form [type="submit"]:not([aria-busy])'

/** The popups of the partner are marked as seen: they would cover the page. */
async function open(tab: EnginePage, site: string, path: string): Promise<void> {
  await tab.goTo(`${site}/robots.txt`)
  await tab.resize(1_200, 900)
  await tab.evaluate(() => {
    const seen = new Date().toISOString()
    for (const key of ['dw.appAnnouncement', 'dw.ssoAnnouncement']) localStorage.setItem(key, seen)
    localStorage.setItem('dw.popup', 'newOnTheList')
  })
  await tab.goTo(site + path)
}

async function fillForm(tab: EnginePage, values: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(values)) await tab.fill(`main form [name="${name}"]`, text)
}

/** It needs the page of the form. */
async function signInWith(tab: EnginePage, userName: string, password = demoPassword): Promise<void> {
  await fillForm(tab, { userName, password })
  await tab.click(submit)
}

async function openAsMember(tab: EnginePage, site: string, email: string, path: string): Promise<void> {
  await open(tab, site, `/login?returnTo=${encodeURIComponent(path)}`)
  await signInWith(tab, email)
  await tab.isAt(new RegExp(`^${path.replaceAll('?', '\\?')}`))
}

/** The script has come: no key or pointer has moved. */
const becomesHydrated = (tab: EnginePage, part: string) =>
  tab.becomes(`${part} is hydrated`, isHydrated, { selector: part })

test('find and book: search, restaurant, sign in on the way -> the table is booked', async ({
  tab,
  sharedProduct,
}) => {
  const site = sharedProduct.address('skyward')
  const email = 'vip@skyward.example'
  await open(tab, site, '/')
  await fillForm(tab, { location: '10036' })
  await tab.click(submit)
  await tab.isAt(/^\/search\?.*10036/)
  // The address changes before the page, and home has restaurants too.
  await tab.see('main h1', 'Find a restaurant')
  await tab.click('main article h3 a')
  await tab.isAt(/^\/merchants\//)
  await tab.see('main h1')
  const table = await freeTable(site)
  await tab.goTo(site + availabilityPath(table))
  await tab.click('#reserve li button')
  await tab.click('dialog[open] a', 'Sign in and continue')
  await tab.isAt(/^\/login\?/)
  await signInWith(tab, email)
  await tab.isAt(/^\/merchants\/.*#reserve$/)
  await becomesHydrated(tab, '#reserve')
  await tab.click('dialog[open] button', 'Book this table')
  await tab.see('dialog[open] p', 'Confirmation code')
  expect(await tablesOf(site, email, table.merchantId)).toBe(1)
})

test('join with a card: the form, the card frame -> the card is linked', async ({
  tab,
  sharedProduct,
  engine,
}) => {
  const site = sharedProduct.address('skyward')
  await open(tab, site, '/join')
  await fillForm(tab, {
    firstName: 'Ida',
    lastName: 'Fern',
    email: `ida@${engine}.test`,
    zipCode: '10036',
    password: demoPassword,
  })
  await tab.click('[name="termsAccepted"]')
  await tab.click(submit)
  await tab.isAt(/join_rate/)
  await tab.click('[name="emails"][value="yes"]')
  await tab.click(submit)
  await tab.isAt(/add_card/)
  await tab.inFrame('main iframe', async () => {
    await tab.fill('#number', '5555555555554444')
    await tab.fill('#expiry', '1230')
  })
  await tab.click('[name="directFileFeedOptIn"]')
  await tab.click(`${submit}:not([disabled])`)
  await tab.isAt(/card_added/)
})

test('sign in: a wrong password on a second page, which the service worker serves -> signed in', async ({
  tab,
  sharedProduct,
}) => {
  await open(tab, sharedProduct.address('harbor'), '/')
  await tab.becomes('the service worker controls the page', () => navigator.serviceWorker.controller !== null)
  await tab.click('header a', 'Sign in')
  await tab.isAt(/^\/login/)
  await signInWith(tab, 'member@harbor.example', 'Dinner-For-9!')
  await tab.see('main [role="alert"]')
  // The second attempt computes the answer of the bot check in a Web Worker.
  await signInWith(tab, 'member@harbor.example')
  await tab.isAt(/^\/$/)
  await open(tab, sharedProduct.address('harbor'), '/account/overview')
  await tab.isAt(/^\/account\/overview/)
})

test('activity: opened -> its dines, a history, and dates', async ({ tab, sharedProduct }) => {
  await openAsMember(
    tab,
    sharedProduct.address('skyward'),
    'member@skyward.example',
    '/account/recent_activity',
  )
  await tab.see('main li', 'Spent $')
  await tab.click('main details summary')
  await tab.see('main details[open] li')
  expect(await tab.evaluate(() => document.querySelector('main')!.textContent)).toMatch(
    /(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}/,
  )
})

test('claim with a picture -> reported', async ({ tab, sharedProduct, engine }) => {
  const folder = mkdtempSync(join(tmpdir(), 'dw-receipt-'))
  const picture = join(folder, 'receipt.png')
  await sharp({ create: { width: 600, height: 900, channels: 3, background: '#eee' } }).toFile(picture)
  const site = sharedProduct.address('harbor')
  const merchants = await earningMerchants(await memberOf(site, 'harbor'))
  const merchantId = merchants[['chromium', 'firefox', 'webkit'].indexOf(engine)]!
  const dinedOn = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10)
  await openAsMember(tab, site, 'member@harbor.example', `/account/claim?merchant=${merchantId}`)
  await becomesHydrated(tab, 'main form')
  await tab.becomes(
    'the date is set',
    date => {
      const field = document.querySelector<HTMLInputElement>('[name="dinedOn"]')!
      field.value = date
      field.dispatchEvent(new Event('input', { bubbles: true }))
      return field.value === date
    },
    dinedOn,
  )
  await fillForm(tab, { amount: '42.50' })
  await tab.upload('main form [name="receipt"]', picture)
  await tab.click(submit)
  await tab.isAt(/^\/account\/claims\?/)
  await tab.see('main li', '$42.50')
  rmSync(folder, { recursive: true })
})

test('profile: changed -> saved', async ({ tab, sharedProduct }) => {
  const site = sharedProduct.address('skyward')
  await openAsMember(tab, site, 'optedout@skyward.example', '/account/user_profile')
  await fillForm(tab, { zipCode: '04102' })
  await tab.click('main form button', 'Save changes')
  await tab.see('main *', 'All changes were saved.')
  const member = apiUser(site)
  await signIn(member, 'optedout@skyward.example')
  expect(JSON.stringify((await member.get('/api/Member')).body)).toContain('04102')
})

test('drawer: by pointer, Tab, Escape, the ground -> holds the focus, gives it back, activates nothing beneath', async ({
  tab,
  sharedProduct,
}) => {
  await open(tab, sharedProduct.address('skyward'), '/search?location=10036')
  await becomesHydrated(tab, 'header')
  const button = 'header [popovertarget="main-menu"]:not([popovertargetaction])'
  const isOpen = () => tab.evaluate(() => document.querySelector('#main-menu')!.matches(':popover-open'))
  const focus = () =>
    tab.evaluate(() => {
      const { activeElement } = document
      if (!activeElement || activeElement === document.body) return 'nothing'
      if (activeElement.closest('#main-menu')) return 'drawer'
      return activeElement.matches('[popovertarget="main-menu"]') ? 'button' : activeElement.outerHTML
    })
  await tab.click(button)
  await expect.poll(focus).toBe('drawer')
  for (let presses = 0; presses < 5; presses++) {
    await tab.press('Tab')
    expect(await focus()).toBe('drawer')
  }
  await tab.press('Escape')
  await expect.poll(isOpen).toBe(false)
  await expect.poll(focus).toBe('button')

  const place = await tab.evaluate(() => {
    const { left, top } = document.querySelector('main article h3 a')!.getBoundingClientRect()
    return { left: left + 5, top: top + 5 }
  })
  await tab.click(button)
  await expect.poll(focus).toBe('drawer')
  await tab.clickAt(place.left, place.top)
  await expect.poll(isOpen).toBe(false)
  await tab.isAt(/^\/search/)
  await expect.poll(focus).toBe('button')
})

test('small screens: nothing scrolls sideways, also where scroll bars take room', async ({
  tab,
  sharedProduct,
}) => {
  const site = sharedProduct.address('skyward')
  const { path } = await freeTable(site)
  await open(tab, site, '/')
  await tab.resize(320, 800)
  for (const page of ['/', '/search?location=10036', path, '/login', '/join', '/how-it-works']) {
    await tab.goTo(site + page)
    await tab.see('main h1')
    await tab.becomes(`${page} is no wider than the screen`, () => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth === clientWidth
    })
  }
})

test('recovery: a code by mail, a new password -> signed in', async ({ tab, sharedProduct, engine }) => {
  const slug = { chromium: 'skyward', firefox: 'harbor', webkit: 'cellwave' }[engine]
  const site = sharedProduct.address(slug)
  const email = `locked@${slug}.example`
  await open(tab, site, '/recover')
  await fillForm(tab, { userName: email })
  await tab.click(submit)
  await tab.see('[name="code"]')
  await fillForm(tab, { code: await codeFor(site, email) })
  await tab.click(submit)
  await tab.isAt(/^\/recover\/update/)
  await fillForm(tab, { password: 'Supper-For-3!', passwordConfirm: 'Supper-For-3!' })
  await tab.click(submit)
  await tab.isAt(/^\/recover\/success/)
  await tab.click('main a[href="/login"]')
  await signInWith(tab, email, 'Supper-For-3!')
  await tab.isAt(/^\/account\//)
})

async function codeFor(site: string, email: string): Promise<string> {
  const user = apiUser(site)
  const code = async () => {
    const { body } = await user.get<{ mails: { recipient: string; text: string }[] }>('/api/Staging')
    return /: (\d{6})\./.exec(body.mails.find(({ recipient }) => recipient === email)?.text ?? '')?.[1] ?? ''
  }
  await expect.poll(code).not.toBe('')
  return code()
}

test("console: a member, and why a dine earned -> the rules' steps", async ({ tab, sharedProduct }) => {
  const member = apiUser(sharedProduct.address('skyward'))
  await signIn(member, 'member@skyward.example')
  const { sourceTransactionId, merchantName } = await earnedDine(member)
  const search = `/members?query=${encodeURIComponent(sourceTransactionId)}`
  await tab.goTo(`${sharedProduct.address('console')}/sign-in?back=${encodeURIComponent(search)}`)
  await tab.resize(1_200, 900)
  await tab.fill('input[type="email"], input[name="email"]', 'support@dineward.example')
  await tab.fill('input[name="password"]', demoPassword)
  await tab.click('button', 'Sign in')
  await tab.isAt(/^\/members/)
  await tab.click('main a', merchantName)
  await tab.see('h1', merchantName)
  await tab.see('*', 'Amount that earns')
  await tab.click('nav[aria-label="Breadcrumbs"] a[href*="/members/"]')
  await tab.see('*', 'member@skyward.example')
})
