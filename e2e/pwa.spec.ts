import { chromium, type Page } from '@playwright/test'
import { browserOptions } from '../scripts/browsers/browser.ts'
import {
  accessibilityProblems,
  inspect,
  openPage,
  settle,
  signInOn,
  startSession,
  waitForRest,
} from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'
import {
  allowInNativeApp,
  allowNotifications,
  deliverPush,
  pressNotification,
  recordedIn,
  recordNotifications,
} from './support/notifications.ts'
import { waitForWidgets } from './support/prompts.ts'

const on = setUpSharedProduct()
const phone = { width: 390, height: 844 }

const openPhone = () => openPage(on.browser, phone)

test.describe('install prompt', () => {
  /** Chromium's install event, with the user's answer. */
  const fireInstallEvent = (page: Page, outcome: 'accepted' | 'dismissed') =>
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
  async function openListening(page: Page, address: string) {
    await page.goto(address)
    await waitForWidgets(page)
    await settle(page)
  }

  test('dismissed -> snoozed for 30 days; stored date invalid -> offered again', async () => {
    const { page } = await openPhone()
    const site = on.product.address('skyward')
    await openListening(page, `${site}/search`)
    await expect(page.getByText(title)).toHaveCount(0)
    expect(await fireInstallEvent(page, 'dismissed')).toBe(true)
    await page.getByText(title).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Maybe later' }).click()
    await page.getByText(title).waitFor({ state: 'detached' })
    const days = await page.evaluate(
      () => (Date.parse(localStorage.getItem('dw_install_snoozed_until')!) - Date.now()) / 86_400_000,
    )
    expect(days).toBeCloseTo(30, 2)

    await openListening(page, `${site}/search`)
    await fireInstallEvent(page, 'dismissed')
    await settle(page)
    await expect(page.getByText(title)).toHaveCount(0)
    for (const stored of ['soon', '9999-12-31T23:59:59.000Z']) {
      await page.evaluate(text => localStorage.setItem('dw_install_snoozed_until', text), stored)
      await openListening(page, `${site}/search`)
      await fireInstallEvent(page, 'dismissed')
      await page.getByText(title).waitFor()
    }
  })

  test('accepted -> asks the browser once and disappears', async () => {
    const { page } = await openPhone()
    await openListening(page, `${on.product.address('skyward')}/search`)
    await fireInstallEvent(page, 'accepted')
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await page.getByText(title).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => (window as { asked?: number }).asked)).toBe(1)
  })

  for (const [title, slug, options] of [
    ['the partner does not want it', 'harbor', {}],
    ['it is the native app', 'skyward', { userAgent: 'Mozilla/5.0 (Linux; Android 15) gonative/9.0.0' }],
  ] as const)
    test(`${title} -> not offered`, async () => {
      const { page } = await openPage(on.browser, phone, options)
      await openListening(page, `${on.product.address(slug)}/search`)
      await fireInstallEvent(page, 'dismissed')
      await settle(page)
      await expect(page.getByRole('button', { name: 'Maybe later' })).toHaveCount(0)
    })

  test('Safari on iPhone -> shows instructions', async () => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.2 Mobile/15E148 Safari/604.1'
    const { page } = await openPage(on.browser, phone, { userAgent })
    await page.goto(`${on.product.address('cellwave')}/search`)
    await page.getByText('Tap Share, then “Add to Home Screen”.').waitFor()
    await expect(page.getByRole('button', { name: 'Install', exact: true })).toHaveCount(0)
  })

  test('each partner, opened in a profile -> installable', async () => {
    // Incognito contexts cannot install: use a profile.
    const profile = test.info().outputPath('profile')
    await using context = await chromium.launchPersistentContext(profile, browserOptions())
    for (const slug of ['skyward', 'meridian', 'harbor', 'cellwave', 'tablefolk']) {
      const page = await context.newPage()
      await page.goto(`${on.product.address(slug)}/`)
      const devtools = await context.newCDPSession(page)
      const { errors, manifest } = (await devtools.send('Page.getAppManifest')) as {
        errors: unknown[]
        manifest?: unknown
      }
      expect(errors, slug).toEqual([])
      expect(manifest, slug).toBeDefined()
      const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
      expect(installabilityErrors, slug).toEqual([])
    }
  })
})

test.describe('notifications', () => {
  test('turned on and off by the member; a push -> shown, opens the activity; sign-out -> ended', async () => {
    const { page, context } = await openPage(on.browser, phone, { serviceWorkers: 'allow' })
    await allowNotifications(context)
    const site = on.product.address('harbor')
    await startSession(page, site, 'member@harbor.example')
    await page.goto(`${site}/account/user_profile`)
    const toggle = page.getByRole('checkbox', { name: 'Notify me on this device when I earn' })
    await toggle.check()
    const messages = page.getByRole('log', { name: 'Messages' })
    await expect(messages).toContainText('Notifications are on for this device.')
    await inspect(page, 'all', 'section[aria-labelledby="notifications"]')
    await toggle.uncheck()
    await expect(messages).toContainText('Notifications are off for this device.')
    const isRegistered = page.waitForResponse(
      response =>
        response.request().method() === 'POST' && response.url().endsWith('/api/Member/Notifications'),
    )
    await toggle.click()
    await isRegistered
    await expect(toggle).toBeChecked()

    const worker = await recordNotifications(context)
    const content = { title: 'You earned $1.27', body: 'Your visit at Casa Lumen counts.', tag: 'x' }
    await deliverPush(page, content)
    const icon = expect.stringMatching(/^\/brand\/icon-touch/)
    await expect.poll(() => recordedIn(worker)).toEqual({ shown: { ...content, tag: undefined, icon } })
    await pressNotification(worker)
    await expect.poll(async () => (await recordedIn(worker)).opened).toBe('/account/recent_activity')
    await page.goto(`${site}/SignOut`)
    await expect.poll(async () => (await recordedIn(worker)).unsubscribed).toBe(true)
    await startSession(page, site, 'member@harbor.example')
    await page.goto(`${site}/account/user_profile`)
    await expect(toggle).not.toBeChecked()
    await expect(toggle).toBeEnabled()
    await expect(page.getByRole('heading', { name: 'Also on' })).toHaveCount(0)
  })

  test('blocked by the visitor -> says where to allow them; installed only -> says how; native app -> by its bridge', async () => {
    const { page } = await openPhone()
    const site = on.product.address('harbor')
    await startSession(page, site, 'member@harbor.example')
    await page.goto(`${site}/account/user_profile`)
    await page.getByText('Your browser blocks notifications from this site.').waitFor()
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, 'PushManager')
      Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2)' })
    })
    await page.reload()
    await page.getByText('notifications work in the app on your home screen').waitFor()

    const inApp = await openPage(on.browser, phone, { userAgent: 'Mozilla/5.0 (Linux) gonative/9.0.0' })
    await startSession(inApp.page, site, 'member@harbor.example')
    await inApp.page.goto(`${site}/account/user_profile`)
    const toggle = inApp.page.getByRole('checkbox', { name: 'Notify me on this device when I earn' })
    await inApp.page.getByText('This version of the app cannot notify you.').waitFor()
    await allowInNativeApp(inApp.context)
    await inApp.page.reload()
    await expect(toggle).not.toBeChecked()
    await toggle.check()
    const messages = inApp.page.getByRole('log', { name: 'Messages' })
    await expect(messages).toContainText('Notifications are on for this device.')
    await toggle.uncheck()
    await expect(messages).toContainText('Notifications are off for this device.')
  })
})

test.describe('native app', () => {
  const shell = (device: string, version: string) => ({
    userAgent: `Mozilla/5.0 (${device}) AppleWebKit/605.1.15 gonative/${version}`,
  })
  for (const [title, options, store] of [
    [
      'an iPhone',
      shell('iPhone; CPU iPhone OS 18_2 like Mac OS X', '4.1.9'),
      /^https:\/\/apps\.apple\.com\//,
    ],
    ['Android', shell('Linux; Android 15', '4.1.9'), /^https:\/\/play\.google\.com\//],
  ] as const)
    test(`outdated version on ${title}, with and without script -> only asks to update`, async () => {
      for (const javaScriptEnabled of [true, false]) {
        const { page } = await openPage(on.browser, phone, {
          ...options,
          javaScriptEnabled,
        })
        for (const path of ['/', '/account/overview', '/nowhere']) {
          await page.goto(on.product.address('meridian') + path)
          await expect(page.locator('h1')).toHaveText('New Version Available', { useInnerText: true })
          await expect(page.locator('main')).toContainText('Update now to keep using the app.', {
            useInnerText: true,
          })
          await expect(page.getByRole('link', { name: 'Update Now' })).toHaveAttribute('href', store)
          await expect(page.locator('a, form')).toHaveCount(1)
        }
        if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([])
      }
    })

  test('current version -> shows the page', async () => {
    const { page } = await openPage(on.browser, phone, shell('Linux; Android 15', '4.2.0'))
    await page.goto(`${on.product.address('meridian')}/search`)
    await expect(page.locator('main a[href^="/merchants/"]').nth(3)).toBeAttached()
  })

  test('sign-in and sign-out -> passes both to the app', async () => {
    const { page, context } = await openPage(on.browser, phone, shell('Linux; Android 15', '9.0.0'))
    await context.addInitScript(() => {
      const report = (what: string) =>
        localStorage.setItem('messages', `${localStorage.getItem('messages') ?? ''}${what};`)
      const onesignal = { login: (id: string) => report(`login ${id}`), logout: () => report('logout') }
      Object.assign(window, { JSBridge: {}, median: { onesignal } })
    })
    const site = on.product.address('harbor')
    await signInOn(page, site, 'member@harbor.example')
    const messages = () => page.evaluate(() => localStorage.getItem('messages') ?? '')
    await expect.poll(messages).toMatch(/^login [\w-]{20,};$/)
    await waitForRest(page)
    await page.goto(`${site}/SignOut`)
    await expect.poll(messages).toMatch(/^(login [\w-]{20,};)+logout;$/)
    await page.goto(`${site}/search`)
    await waitForRest(page)
    expect(await messages()).toMatch(/^(login [\w-]{20,};)+logout;$/)
  })
})
