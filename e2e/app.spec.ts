import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { ensureBrowser } from '../scripts/browser.ts'
import { accessibilityProblems, openPage, scrollsSideways, signInOn } from './support/browser.ts'
import { stage } from './support/stage.ts'
import { cacheNames, keptAddresses, keptText, openControlled } from './support/worker.ts'

const on = stage()
const phone = { width: 390, height: 844 }
const offlineNotice = /You are offline\. This is how things stood at \d\d:\d\d\./

/** Popups of the partner's would stand before what is looked at. */
async function openQuiet() {
  const opened = await openPage(on.browser, phone)
  await opened.context.addInitScript(() => localStorage.setItem('dw.popup', 'newMemberBonus'))
  return opened
}

/** Stands on every page of this member's, and on nobody else's. */
const theirs = 'member@skyward.example'

const firstDine = (page: Page) => page.locator('main article, main li').filter({ hasText: 'Spent $' }).first()

describe('without a connection', () => {
  test('the last search can be read, with its pictures, and comes alive', async () => {
    const { page, context } = await openQuiet()
    const site = on.product.address('skyward')
    await openControlled(page, `${site}/search?restaurantOrCuisine=ramen`)
    await expect.poll(() => keptAddresses(page)).toContain('/search?restaurantOrCuisine=ramen')
    const first = page.locator('main a[href^="/merchants/"]').first()
    const name = await first.innerText()
    await expect.poll(() => cacheNames(page)).toContain('dw-pictures')

    await context.setOffline(true)
    await page.goto(`${site}/search?restaurantOrCuisine=ramen&utm_source=mail`)
    expect(await first.innerText()).toBe(name)
    await page.getByText(offlineNotice).waitFor()
    const picture = page.locator('main img[src*="/images/merchants/"]').first()
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)

    await page.goto(`${site}/how-it-works`)
    await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
    expect(await page.locator('main nav a').allInnerTexts()).toEqual(['Your last search'])
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'Your last search' }).click()
    await page.getByText(offlineNotice).waitFor()

    await context.setOffline(false)
    await page.getByText(offlineNotice).waitFor({ state: 'detached' })
    await context.close()
  })

  test('a form says that it cannot be sent, and keeps what was typed', async () => {
    const { page, context } = await openQuiet()
    await openControlled(page, `${on.product.address('skyward')}/login`)
    await page.locator('[name="userName"]').fill('member@skyward.example')
    await page.locator('[name="password"]').fill('Dinner-For-2!')
    await context.setOffline(true)
    await page.getByText('Forms cannot be sent now').waitFor()
    await page.locator('main form [type="submit"]').click()
    await page
      .locator('main')
      .getByText(/You seem to be offline/)
      .first()
      .waitFor()
    expect(await page.locator('[name="userName"]').inputValue()).toBe('member@skyward.example')
    await context.setOffline(false)
    await page.locator('[name="password"]').fill('Dinner-For-2!')
    await page.locator('main form [type="submit"]').click()
    await page.waitForURL('**/account/overview')
    await context.close()
  })

  test("a member's activity can be read until they sign out, and the next member never sees it", async () => {
    const { page, context } = await openQuiet()
    const site = on.product.address('skyward')
    await openControlled(page, `${site}/search`)
    await signInOn(page, site, 'member@skyward.example')
    await page.locator('main a[href^="/account/recent_activity"]').first().click()
    await page.waitForURL('**/account/recent_activity')
    const dine = await firstDine(page).innerText()
    // Gone to inside the page: the worker fetches the document once it has been read.
    await expect.poll(() => keptAddresses(page), { timeout: 10_000 }).toContain('/account/recent_activity')

    expect(await keptText(page)).toContain(theirs)

    await context.setOffline(true)
    await page.reload()
    expect(await firstDine(page).innerText()).toBe(dine)
    await page.getByText(offlineNotice).waitFor()
    await context.setOffline(false)

    await page.goto(`${site}/SignOut`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => keptText(page)).not.toContain(theirs)
    await context.setOffline(true)
    await page.goto(`${site}/account/recent_activity`)
    await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
    expect(await page.content()).not.toContain(theirs)
    await context.setOffline(false)

    await signInOn(page, site, 'new@skyward.example')
    await context.setOffline(true)
    for (const path of ['/account/recent_activity', '/account/overview', '/search']) {
      await page.goto(site + path)
      expect(await page.content()).not.toContain(theirs)
    }
    expect(await keptText(page)).not.toContain(theirs)
    await context.close()
  })

  test('a session whose cookie has gone takes what was kept with it', async () => {
    const { page, context } = await openQuiet()
    const site = on.product.address('skyward')
    await openControlled(page, `${site}/search`)
    await signInOn(page, site, 'member@skyward.example')
    await page.goto(`${site}/account/recent_activity`)
    await expect.poll(() => keptAddresses(page)).toContain('/account/recent_activity')
    await context.clearCookies()
    await context.setOffline(true)
    await page.goto(`${site}/account/recent_activity`)
    await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
    expect(await page.locator('main nav').count()).toBe(0)
    expect(await keptAddresses(page)).toEqual([])
    await context.close()
  })

  test("someone who signs in past the worker does not read another's copy", async () => {
    const { page, context } = await openQuiet()
    const site = on.product.address('skyward')
    await openControlled(page, `${site}/search`)
    await signInOn(page, site, 'member@skyward.example')
    await page.goto(`${site}/account/recent_activity`)
    await firstDine(page).waitFor()
    expect(await page.content()).toContain(theirs)
    await expect.poll(() => keptAddresses(page)).toContain('/account/recent_activity')
    // Another browser's cookies: the worker heard of no sign-in.
    const other = await openQuiet()
    await signInOn(other.page, site, 'new@skyward.example')
    await context.clearCookies()
    await context.addCookies(await other.context.cookies())
    await other.context.close()
    await page.goto(`${site}/account/overview`)
    await expect.poll(() => keptText(page)).not.toContain(theirs)
    await context.setOffline(true)
    await page.goto(`${site}/account/recent_activity`)
    expect(await page.content()).not.toContain(theirs)
    await context.close()
  })
})

test('a new build takes the place of the old one, and says so', async () => {
  const { page, context } = await openQuiet()
  const site = on.product.address('cellwave')
  await openControlled(page, `${site}/search`)
  const before = await cacheNames(page)
  const shell = (names: readonly string[]) => names.filter(name => name.startsWith('dw-shell-'))
  const settings = ['apps/server/src/cli/main.ts', 'settings', 'set', '--partner', 'cellwave']
  await promisify(execFile)(process.execPath, [...settings, 'programName', 'Cellwave Suppers'], {
    env: { ...process.env, DATA_DIR: on.product.dataDir },
  })
  await expect
    .poll(() => page.evaluate(async () => (await fetch('/sw.js', { cache: 'no-store' })).text()), {
      timeout: 15_000,
    })
    .not.toContain(shell(before)[0]!.slice('dw-shell-'.length))
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))

  await page.getByText('A new version is ready.').waitFor()
  await expect.poll(() => cacheNames(page)).not.toContain(shell(before)[0])
  expect(shell(await cacheNames(page))).toHaveLength(1)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.locator('footer a[href="/how-it-works"]').first().click()
  await page.waitForURL('**/how-it-works')
  await expect.poll(() => page.evaluate(() => 'sameDocument' in window)).toBe(false)
  expect(await page.title()).toContain('Cellwave Suppers')
  await context.close()
})

describe('installing', () => {
  /** As Chromium says that it can install, with an answer to its question. */
  const sayInstallable = (page: Page, outcome: 'accepted' | 'dismissed') =>
    page.evaluate(answer => {
      const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => {
          const counted = window as { asked?: number }
          counted.asked = (counted.asked ?? 0) + 1
        },
        userChoice: Promise.resolve({ outcome: answer }),
      })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }, outcome)
  const title = 'Keep Skyward Dining on your home screen'
  /** The page has loaded what comes after its first paint, and listens. */
  async function openListening(page: Page, address: string) {
    await page.goto(address)
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/later-parts-')),
    )
    await page.waitForTimeout(200)
  }

  test('is offered, put off for 30 days, and offered again when what was stored is no date', async () => {
    const { page, context } = await openQuiet()
    const site = on.product.address('skyward')
    await openListening(page, `${site}/search`)
    expect(await page.getByText(title).count()).toBe(0)
    expect(await sayInstallable(page, 'dismissed')).toBe(true)
    await page.getByText(title).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Maybe later' }).click()
    await page.getByText(title).waitFor({ state: 'detached' })
    const days = await page.evaluate(
      () => (Date.parse(localStorage.getItem('dw_install_snoozed_until')!) - Date.now()) / 86_400_000,
    )
    expect(days).toBeCloseTo(30, 2)

    await openListening(page, `${site}/search`)
    await sayInstallable(page, 'dismissed')
    await page.waitForTimeout(300)
    expect(await page.getByText(title).count()).toBe(0)
    for (const stored of ['soon', '9999-12-31T23:59:59.000Z']) {
      await page.evaluate(text => localStorage.setItem('dw_install_snoozed_until', text), stored)
      await openListening(page, `${site}/search`)
      await sayInstallable(page, 'dismissed')
      await page.getByText(title).waitFor()
    }
    await context.close()
  })

  test('asks the browser, and is over once it was accepted', async () => {
    const { page, context } = await openQuiet()
    await openListening(page, `${on.product.address('skyward')}/search`)
    await sayInstallable(page, 'accepted')
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await page.getByText(title).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => (window as { asked?: number }).asked)).toBe(1)
    await context.close()
  })

  test.each([
    ['the partner does not want it', 'harbor', {}],
    ['it is the native app', 'skyward', { userAgent: 'Mozilla/5.0 (Linux; Android 15) gonative/9.0.0' }],
  ])('is not offered where %s', async (_, slug, options) => {
    const { page, context } = await openPage(on.browser, phone, options)
    await openListening(page, `${on.product.address(slug)}/search`)
    await sayInstallable(page, 'dismissed')
    await page.waitForTimeout(300)
    expect(await page.getByRole('button', { name: 'Maybe later' }).count()).toBe(0)
    await context.close()
  })

  test('is explained to Safari on an iPhone, which never says that it can', async () => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.2 Mobile/15E148 Safari/604.1'
    const { page, context } = await openPage(on.browser, phone, { userAgent })
    await page.goto(`${on.product.address('cellwave')}/search`)
    await page.getByText('Tap Share, then “Add to Home Screen”.').waitFor()
    expect(await page.getByRole('button', { name: 'Install', exact: true }).count()).toBe(0)
    await context.close()
  })

  test.each(['skyward', 'meridian', 'harbor', 'cellwave', 'tablefolk'])(
    '%s passes what the browser asks of an app',
    async slug => {
      const profile = mkdtempSync(join(tmpdir(), 'dw-profile-'))
      const executablePath = ensureBrowser()
      // A window of its own that forgets everything cannot install: this one has a profile.
      const context = await chromium.launchPersistentContext(profile, {
        args: ['--no-sandbox'],
        ...(executablePath ? { executablePath } : {}),
      })
      try {
        const page = await context.newPage()
        await page.goto(`${on.product.address(slug)}/`)
        const devtools = await context.newCDPSession(page)
        const { errors, manifest } = (await devtools.send('Page.getAppManifest')) as {
          errors: unknown[]
          manifest?: unknown
        }
        expect(errors).toEqual([])
        expect(manifest).toBeDefined()
        const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
        expect(installabilityErrors).toEqual([])
      } finally {
        await context.close()
        rmSync(profile, { recursive: true, force: true })
      }
    },
  )
})

describe('the native app', () => {
  const shell = (device: string, version: string) => ({
    userAgent: `Mozilla/5.0 (${device}) AppleWebKit/605.1.15 gonative/${version}`,
  })
  test.each([
    [
      'an iPhone',
      shell('iPhone; CPU iPhone OS 18_2 like Mac OS X', '4.1.9'),
      /^https:\/\/apps\.apple\.com\//,
    ],
    ['Android', shell('Linux; Android 15', '4.1.9'), /^https:\/\/play\.google\.com\//],
  ])('on %s that is too old is only told to update, with script and without', async (_, options, store) => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, context, complaints } = await openPage(on.browser, phone, {
        ...options,
        javaScriptEnabled,
      })
      for (const path of ['/', '/account/overview', '/nowhere']) {
        await page.goto(on.product.address('meridian') + path)
        expect(await page.locator('h1').innerText()).toBe('New Version Available')
        expect(await page.locator('main').innerText()).toContain('Update now to keep using the app.')
        expect(await page.getByRole('link', { name: 'Update Now' }).getAttribute('href')).toMatch(store)
        expect(await page.locator('a, form').count()).toBe(1)
      }
      if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([])
      expect(complaints).toEqual([])
      await context.close()
    }
  })

  test('that is new enough goes on as usual', async () => {
    const { page, context } = await openPage(on.browser, phone, shell('Linux; Android 15', '4.2.0'))
    await page.goto(`${on.product.address('meridian')}/search`)
    expect(await page.locator('main a[href^="/merchants/"]').count()).toBeGreaterThan(3)
    await context.close()
  })

  test('is told who signs in, and that nobody is here any more', async () => {
    const { page, context } = await openPage(on.browser, phone, shell('Linux; Android 15', '9.0.0'))
    await context.addInitScript(() => {
      const tell = (what: string) =>
        localStorage.setItem('told', `${localStorage.getItem('told') ?? ''}${what};`)
      const onesignal = { login: (id: string) => tell(`login ${id}`), logout: () => tell('logout') }
      Object.assign(window, { JSBridge: {}, median: { onesignal } })
    })
    const site = on.product.address('harbor')
    await signInOn(page, site, 'member@harbor.example')
    const told = () => page.evaluate(() => localStorage.getItem('told') ?? '')
    await expect.poll(told).toMatch(/^login [\w-]{20,};$/)
    await page.goto(`${site}/SignOut`)
    await expect.poll(told).toMatch(/^(login [\w-]{20,};)+logout;$/)
    await page.goto(`${site}/search`, { waitUntil: 'networkidle' })
    expect(await told()).toMatch(/^(login [\w-]{20,};)+logout;$/)
    await context.close()
  })
})
