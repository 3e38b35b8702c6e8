import type { Browser, Locator, Page } from '@playwright/test'
import { openBrowser, signInOn } from '../../e2e/support/browser.ts'
import { networkRequests } from '../../e2e/support/network-requests.ts'
import { startProduct } from '../../e2e/support/product.ts'
import type { Figure } from '../figure.ts'

/** Start page, its path, the link to hover, and the viewport width where it is not a desktop's. */
type Step = readonly [
  from: string,
  path: string,
  link: (page: Page) => Locator | Promise<Locator>,
  width?: number,
]
const steps: readonly Step[] = [
  ['home', '/', page => page.locator('main article h3 a').first()],
  ['discover', '/discover', page => page.locator('main article h3 a').first()],
  ['search', '/search', page => page.locator('main article h3 a').first()],
  ['search, on a phone', '/search', page => page.locator('main article h3 a').first(), 390],
  ['earn', '/earn', page => page.locator('main a[href^="/earn/"]').first()],
  ['how it works', '/how-it-works', page => page.locator('header a[href="/earn"]').first()],
]

/** A member goes through pages of the account, except where the card frame needs a document of its own. */
const accountSteps: readonly Step[] = [
  [
    'home, to the account',
    '/',
    async page => {
      await page.locator('header button[popovertarget="member-menu"]').click()
      return page.locator('#member-menu a[href="/account/overview"]')
    },
  ],
  ...['overview', 'recent_activity', 'reservations', 'favorites', 'user_profile'].map(
    (name): Step => [
      `account, to ${name}`,
      `/account/${name === 'overview' ? 'recent_activity' : 'overview'}`,
      page => page.locator(`main nav a[href="/account/${name}"]`),
    ],
  ),
  [
    'account, to claims',
    '/account/recent_activity',
    page => page.locator('main a[href^="/account/claims"]').first(),
  ],
]

const atRestMs = 1_500

/** P10 checks that hovering a link fetches what the next page needs. */
export async function prefetchBudgets(): Promise<Figure[]> {
  const product = await startProduct()
  const browser = await openBrowser()
  try {
    const figures: Figure[] = []
    const address = product.address('skyward')
    const signedIn = await memberState(browser, address)
    for (const [from, path, link, width = 1_280] of [...steps, ...accountSteps]) {
      const isAccount = accountSteps.some(([name]) => name === from)
      const member = isAccount ? signedIn : {}
      const context = await browser.newContext({ ...blocked, ...member, viewport: { width, height: 900 } })
      const all = await askedAfterClick(await context.newPage(), address + path, link)
      await context.close()
      // Pictures of a member's lists load when they are seen.
      const asked = all.filter(path => !(isAccount && path.startsWith('/images/')))
      figures.push({
        budget: 'P10',
        what: `skyward ${from}: at most 1 request after the click on a link that was rested on`,
        measured: asked.length <= 1 ? `${asked.length} requests` : asked.join(' '),
        isMet: asked.length <= 1,
      })
    }
    return figures
  } finally {
    await browser.close()
    await product.stop()
  }
}

/** A service worker would answer instead of the network. */
const blocked = { serviceWorkers: 'block' } as const

async function memberState(browser: Browser, address: string) {
  const context = await browser.newContext(blocked)
  await signInOn(await context.newPage(), address, 'member@skyward.example')
  const storageState = await context.storageState()
  await context.close()
  return { storageState }
}

async function askedAfterClick(page: Page, address: string, linkOn: Step[2]): Promise<string[]> {
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  const link = await linkOn(page)
  await link.hover()
  await page.waitForTimeout(atRestMs)

  const asked = await networkRequests(page)
  const before = page.url()
  // On the next page it would rest on another link.
  await page.mouse.move(0, 0)
  await link.press('Enter')
  await page.waitForURL(address => address.href !== before)
  await page.waitForTimeout(atRestMs)
  return asked()
}
