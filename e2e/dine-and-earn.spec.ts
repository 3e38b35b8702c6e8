import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { apiUser, demoPassword } from './support/api.ts'
import { holdUntil, inspect, openPage, waitForRest } from './support/browser.ts'
import { cardNumber, closeAccount, linkCard, refuseSameCard, typeCard } from './support/card-steps.ts'
import { dineUntilPayout, earningMerchants, memberOf } from './support/dines.ts'
import { expect, setUpProduct, test } from './support/journey.ts'
import {
  focusUnderHeader,
  hasFocus,
  press,
  skipToMain,
  tabTo,
  typeForm,
  withoutTabbing,
} from './support/keyboard.ts'
import { embeddedDatabase } from './support/product.ts'
import { askForTimes, confirmTable, freeTable, takeBookings, times } from './support/tables.ts'

const on = setUpProduct({ LOG_LEVEL: 'trace', ...embeddedDatabase })
const inspectColors = (page: Page) => inspect(page, 'contrast', null, [320])

for (const { by, slug, books, bonus, parts, look, lookAtAll } of [
  // `accessibility.spec.ts` inspects most screens of Skyward.
  {
    by: 'member',
    slug: 'skyward',
    books: false,
    bonus: /: A head start on points$/,
    parts: ['627 points', '127 points', '500 points'],
    look: waitForRest,
    lookAtAll: (page: Page) => inspect(page),
  },
  {
    by: 'keyboard alone',
    slug: 'harbor',
    books: true,
    bonus: /: Welcome to the table$/,
    parts: ['$11.27', '$1.27', '$10.00'],
    look: inspectColors,
    lookAtAll: inspectColors,
  },
])
  test(`${by} at ${slug}: joins, links a card, dines, reviews, claims, leaves and comes back`, async () => {
    // Bookings are set before the first page: a changed setting changes the service worker, which would be replaced on
    // the way.
    if (books) await takeBookings(on.product, slug)
    // The session ends while the profile is edited.
    const allowedErrors = /status of 40[13] \(/
    const serviceWorkers = books ? 'allow' : 'block'
    const { page, context } = await openPage(on.browser, undefined, { allowedErrors, serviceWorkers })
    if (by === 'member') withoutTabbing.add(page)
    const email = `juno.hale@${slug}.test`
    const site = on.product.address(slug)
    const open = async (path: string) => {
      await page.goto(site + path)
      await waitForRest(page)
      await skipToMain(page)
    }

    // Search, from the box on the home page.
    await open('/')
    await typeForm(page, { location: '10036', restaurantOrCuisine: 'italian' })
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?**')
    await look(page)
    const merchantId = await earningMerchant(slug)
    await press(page, page.locator('main article h3 a').first())
    await page.waitForURL('**/merchants/**')
    await look(page)

    // Join: the first attempt has a mistake and keeps the input, also after a reload, but no password.
    // It is filled in before the script comes.
    const letScriptsCome = await holdUntil(page, '**/*.js')
    await page.goto(`${site}/join`, { waitUntil: 'commit' })
    await page.locator('main form [type="submit"]').waitFor()
    await typeForm(page, { firstName: 'Juno', zipCode: '04101', email })
    await typeForm(page, { password: 'Dinner-For-2!' })
    await press(page, page.locator('[name="termsAccepted"]'), 'Space')
    letScriptsCome()
    await page.getByText('Strong password').waitFor()
    await press(page, page.locator('main form [type="submit"]'))
    // The first invalid field is focused and visible.
    const lastName = page.locator('main form [name="lastName"][aria-invalid="true"]')
    await expect.poll(() => hasFocus(lastName)).toBe(true)
    expect(await focusUnderHeader(page)).toBeNull()
    await page.keyboard.type('Hale')
    await lookAtAll(page)
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Dinner-For')
    await page.reload()
    await expect(page.locator('main form [name="email"]')).toHaveValue(email)
    await expect(page.locator('[name="termsAccepted"]')).toBeChecked()
    await expect(page.locator('[name="password"]')).toHaveValue('')
    await typeForm(page, { password: 'Dinner-For-2!' })
    await page.keyboard.press('Enter')
    await page.waitForURL('**/join_rate')
    await look(page)
    await press(page, page.locator('[name="emails"][value="yes"]'), 'Space')
    await press(page, page.locator('main form [type="submit"]'))
    await page.waitForURL('**/add_card')

    // Link a card through the real frame.
    const frame = page.frameLocator('iframe')
    await frame.locator('#number').waitFor()
    await look(page)
    await typeCard(page, '5555555555554443')
    await frame.locator('#number[aria-invalid="true"]').waitFor()
    await linkCard(page)
    await page.waitForURL('**/card_added')
    await look(page)

    // Register for the bonus of new members.
    await open('/account/overview')
    await press(page, page.getByRole('button', { name: bonus }))
    await expect(page.getByRole('log')).toContainText('Registered for bonus')

    // Book a table: at Skyward `find-and-book.spec.ts` does.
    if (books) {
      const { path, date } = await freeTable(site)
      await open(path)
      await askForTimes(page, date)
      await press(page, times(page).first())
      const code = await confirmTable(page)
      await page.keyboard.press('Escape')
      await open('/account/reservations')
      await expect(page.locator('main li', { hasText: code })).toContainText('Booked')
    }

    // The page is open while the dine comes in. Its history and its review.
    const isConnected = page.waitForResponse('**/api/Member/Changes', { timeout: 60_000 })
    await open('/account/recent_activity')
    await isConnected
    await on.product.command(
      'sandbox',
      'dine',
      '--partner',
      slug,
      '--member',
      email,
      '--merchant',
      merchantId,
      '--amount',
      '42.50',
    )
    await expect(page.locator('main')).toContainText(parts[0]!)
    await expect(page.getByRole('log')).toContainText('Your activity has just been updated.')
    const history = page.locator('main details').first()
    await press(page, history.locator('summary'))
    for (const part of parts.slice(1)) await expect(history).toContainText(part)
    await look(page)
    await press(page, page.getByRole('link', { name: 'Review this visit' }))
    await page.waitForURL('**/account/review?**')
    await waitForRest(page)
    await tabTo(page, page.getByRole('radio', { name: '1 star' }))
    for (const key of ['Space', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked()
    await typeForm(page, { text: 'Warm room, quick kitchen.' })
    await press(page, page.locator('main form [type="submit"]'))
    await page.waitForURL(`**/merchants/${merchantId}*`)
    await expect(page.locator('#reviews')).toContainText('Warm room, quick kitchen.')

    // Report a dine from before the card was linked: the answer says so.
    await open(`/merchants/${merchantId}`)
    await press(page, page.locator('main a[href^="/account/claim?"]'))
    await page.waitForURL('**/account/claim?**')
    await tabTo(page, page.locator('main form [name="dinedOn"]'))
    await page.keyboard.type(twentyDaysAgo())
    await typeForm(page, { amount: '42.50' })
    await look(page)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/account/claims?**')
    await expect(page.locator('main')).toContainText(/card ending in 4444 was linked on .*, after this visit/)
    await look(page)

    // Edit the profile: a mistake, a session that ends meanwhile, and what the emails do to the rate.
    await open('/account/user_profile')
    await typeForm(page, { zipCode: '00000', phoneNumber: '2125550142' })
    await page.getByText('This ZIP code is not located in the U.S.').waitFor()
    await expect(page.locator('[name="phoneNumber"]')).toHaveValue('212-555-0142')
    await press(page, page.locator('[name="emailOptIn"]'), 'Space')
    await page.getByText(/your rate goes down to/).waitFor()
    await tabTo(page, page.locator('[name="zipCode"]'), 'Shift+Tab')
    await typeForm(page, { zipCode: '04102' })
    await look(page)
    await context.clearCookies({ name: 'dw_session' })
    await page.keyboard.press('Enter')
    await page.waitForURL('**/login?**')
    await signInAgain(page, email)
    await page.getByText('What you had typed is back.').waitFor()
    await expect(page.locator('[name="zipCode"]')).toHaveValue('04102')
    await press(page, page.getByRole('button', { name: 'Save changes' }))
    await page.getByText('All changes were saved.').waitFor()
    await page.getByText(/From now on you earn/).waitFor()

    if (books) await refuseSameCard(page, open)
    else await open('/account/manage_cards')
    await closeAccount(page)
    await waitForRest(page)
    expect((await context.cookies()).filter(cookie => cookie.name === 'dw_session')).toEqual([])
    await look(page)
    await page.goto(`${site}/account/overview`)
    expect(new URL(page.url()).pathname).toBe('/login')

    // Come back: one page in place of every other, until a card is linked. The rewards are there.
    await signInAgain(page, email)
    await page.waitForURL('**/reenroll')
    await page.getByText('Your last card was deleted').waitFor()
    await lookAtAll(page)
    const isLoadedAgain = page.waitForEvent('load')
    await press(page, page.locator('header a').first(), 'Enter')
    await isLoadedAgain
    await waitForRest(page)
    await linkCard(page)
    await page.waitForURL('**/account/overview')
    await expect(page.getByRole('log')).toContainText('Your card ending in 4444 has been linked.')
    await expect(page.locator('main')).toContainText(parts[0]!.split(' ')[0]!)
  })

/** Rewards wait so long in case of a refund. */
const holdMinutes = 7 * 24 * 60

test('member of harbor: dines until $20 -> sees until when it waits, then reserved, sent and paid', async () => {
  const site = on.product.address('harbor')
  const { page } = await openPage(on.browser)
  const panel = page.getByRole('region', { name: 'Balance' })
  const credits = page.getByRole('listitem').filter({ hasText: 'Statement credit to' })
  const credit = credits.filter({ hasNotText: 'Completed' }).first()
  const see = async (place: Locator, path: string, ...texts: (string | RegExp)[]) => {
    await expect(async () => {
      await page.goto(`${site}/account/${path}`)
      for (const text of texts) await expect(place).toContainText(text, { timeout: 1_000 })
    }).toPass({ timeout: 30_000 })
  }
  const signInHere = async () => {
    await page.goto(`${site}/login`)
    await fill(page, { userName: 'member@harbor.example', password: demoPassword })
    await page.locator('main form [type="submit"]').click()
    await page.waitForURL('**/account/overview')
  }
  const later = async (minutes: number) => {
    const user = apiUser(site)
    const { body } = await user.get<{ now: string }>('/api/Staging')
    const now = new Date(Date.parse(body.now) + minutes * 60_000).toISOString()
    expect((await user.send('POST', '/api/Staging/Clock', { now })).status).toBe(200)
    await on.product.command('payouts', 'run')
  }

  // What the demo owes is paid, as nothing waits any longer; from here on the provider answers 500.
  await later(holdMinutes)
  await later(10)
  await on.product.command('sandbox', 'payouts', '--fail', 'error')

  await signInHere()
  await expect(panel).toContainText(/until your next \$20|Your next meal starts it/)
  const dollars = await dineUntilPayout(await memberOf(site, 'harbor'), (merchant, amount) =>
    on.product.command(
      'sandbox',
      'dine',
      '--partner',
      'harbor',
      '--member',
      'member@harbor.example',
      '--merchant',
      merchant,
      '--amount',
      amount,
    ),
  )
  await see(page.locator('main'), 'recent_activity', `Spent $${dollars}`, '+$', 'This reward waits until')
  await see(panel, 'overview', /You have reached \$20\. We pay it on/)
  await later(holdMinutes)
  await signInHere()
  await see(credit, 'recent_activity', 'Mastercard', /\$[2-9]\d\.\d\d/, 'Processing')
  await see(panel, 'overview', '$0.00', /\$[2-9]\d\.\d\d is on its way to you/)

  await on.product.command('sandbox', 'payouts', '--fail', 'none', '--delay', '5')
  await later(10)
  await see(credit, 'recent_activity', 'On its way')
  await later(10)
  await see(credits.first(), 'recent_activity', 'Completed')
  await see(panel, 'overview', '$0.00', 'Your next meal starts it.')
  await expect(panel).not.toContainText('on its way')
})

// This is last: the server is not started again.
test('card number: typed into the frame -> in no log and no row', async () => {
  expect(on.product.output()).not.toContain(cardNumber)
  expect(on.product.output()).not.toContain('5555 5555')
  await on.product.terminate()
  const { stdout } = await promisify(execFile)('grep', [
    '-r',
    '-l',
    '-a',
    '-e',
    cardNumber,
    on.product.dataDir,
  ]).catch(error => error)
  expect(stdout).toBe('')
})

/** The date is as typed into a date field in America: month, day, year. */
function twentyDaysAgo(): string {
  const [year, month, day] = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10).split('-')
  return `${month}${day}${year}`
}

async function signInAgain(page: Page, email: string): Promise<void> {
  await typeForm(page, { userName: email, password: 'Dinner-For-2!' })
  await page.keyboard.press('Enter')
}

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = page.locator(`main form [name="${name}"]`)
    if ((await field.evaluate(element => element.tagName)) === 'SELECT') await field.selectOption(value)
    else await field.fill(value)
  }
}

/** A restaurant that earns daily, with limits that the dine cannot reach. */
const earningMerchant = async (slug: string): Promise<string> =>
  (await earningMerchants(await memberOf(on.product.address(slug), slug)))[0]!
