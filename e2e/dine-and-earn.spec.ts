import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { apiUser, signIn } from './support/api.ts'
import { inspect, openPage, waitForRest } from './support/browser.ts'
import { expect, setUpProduct, test } from './support/journey.ts'

/** A test number that must exist only in the card frame. */
const cardNumber = '5555555555554444'

const on = setUpProduct({ LOG_LEVEL: 'trace' })

for (const { slug, reward, rules } of [
  { slug: 'skyward', reward: '127 points', rules: 'all' },
  { slug: 'harbor', reward: '$1.27', rules: 'contrast' },
] as const)
  test(`visitor of ${slug}: finds a restaurant, joins, links a card and dines -> sees ${reward}`, async () => {
    const { page, context } = await openPage(on.browser)
    const email = `juno.hale@${slug}.test`

    // Search, from the box on the home page.
    await page.goto(on.product.address(slug))
    const searchBox = page.locator('form[action="/search"]').first()
    await searchBox.locator('[name="location"]').fill('10036')
    await searchBox.locator('[name="restaurantOrCuisine"]').fill('italian')
    await searchBox.locator('[type="submit"]').click()
    await page.waitForURL('**/search?**')
    await inspect(page, rules)
    const merchantId = await earningMerchant(slug)
    await page.locator('a[href^="/merchants/"]').first().click()
    await page.waitForURL('**/merchants/**')
    await inspect(page, rules)
    await page.goto(`${on.product.address(slug)}/merchants/${merchantId}`)

    // Join: the first attempt has a mistake and keeps the input, also after a reload, but no password.
    await page.goto(`${on.product.address(slug)}/join`)
    await fill(page, { firstName: 'Juno', lastName: 'Hale', email, zipCode: '04101' })
    await fill(page, { password: 'Dinner-For-2!', passwordConfirm: 'Dinner-For-3!' })
    for (const name of ['emailOptIn', 'termsAccepted', 'privacyAccepted'])
      await page.locator(`[name="${name}"]`).check()
    await page.locator('main form [type="submit"]').click()
    await page.locator('[name="passwordConfirm"][aria-invalid="true"]').waitFor()
    await page.getByText('Strong password').waitFor()
    await inspect(page, rules)
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Dinner-For')
    await page.reload()
    await expect(page.locator('main form [name="email"]')).toHaveValue(email)
    await expect(page.locator('[name="termsAccepted"]')).toBeChecked()
    await expect(page.locator('[name="password"]')).toHaveValue('')
    await fill(page, { password: 'Dinner-For-2!', passwordConfirm: 'Dinner-For-2!' })
    await page.locator('main form [type="submit"]').click()
    await page.waitForURL('**/add_card')

    // Link a card through the real frame.
    const frame = page.frameLocator('iframe')
    await frame.locator('#number').waitFor()
    await inspect(page, rules)
    await frame.locator('#number').pressSequentially('5555555555554443')
    await frame.locator('#expiry').pressSequentially('1230')
    await frame.locator('#number[aria-invalid="true"]').waitFor()
    await frame.locator('#number').fill('')
    await frame.locator('#number').pressSequentially(cardNumber)
    await frame.locator('#expiry').click()
    await page.locator('[name="directFileFeedOptIn"]').check()
    await page
      .locator('main form', { has: page.locator('iframe') })
      .locator('[type="submit"]:not([disabled])')
      .click()
    await page.waitForURL('**/card_added')
    await inspect(page, rules)

    await sandbox('dine', '--partner', slug, '--member', email, '--merchant', merchantId, '--amount', '42.50')

    await page.goto(`${on.product.address(slug)}/account/recent_activity`)
    await expect
      .poll(
        async () => {
          await page.reload()
          return page.locator('main').innerText()
        },
        { timeout: 60_000, intervals: [500] },
      )
      .toContain(reward)
    await inspect(page, rules)
    await page.goto(`${on.product.address(slug)}/account/overview`)
    expect(await page.locator('main').innerText()).toContain(reward.split(' ')[0])
    await inspect(page, rules)

    // Delete the card: the last one, so the account closes and the member is signed out.
    await page.goto(`${on.product.address(slug)}/account/manage_cards`)
    await page.locator('main').getByText('4444').first().waitFor()
    await inspect(page, rules)
    await page.getByRole('button', { name: /4444/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete and close account' }).click()
    await page.waitForURL(url => !url.pathname.startsWith('/account'))
    await waitForRest(page)
    expect((await context.cookies()).filter(cookie => cookie.name === 'dw_session')).toEqual([])
    await inspect(page, rules)
    await page.goto(`${on.product.address(slug)}/account/overview`)
    expect(new URL(page.url()).pathname).toBe('/login')
  })

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
  await on.product.restart()
})

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = page.locator(`main form [name="${name}"]`)
    if ((await field.evaluate(element => element.tagName)) === 'SELECT') await field.selectOption(value)
    else await field.fill(value)
  }
}

/** A restaurant that earns daily, with limits that the dine cannot reach. */
async function earningMerchant(slug: string): Promise<string> {
  // Earning days are for members.
  const user = apiUser(on.product.address(slug))
  await signIn(user, `member@${slug}.example`)
  const { body } = await user.get<{
    merchants: {
      id: string
      benefitAvailability: { weekdays: string[] }
      details: { highlight: string | null }
    }[]
  }>('/api/v2/Merchants/Search?latitude=40.7577&longitude=-73.9857&pageSize=50')
  return body.merchants.find(
    one => one.benefitAvailability.weekdays.length === 7 && one.details.highlight !== 'comingSoon',
  )!.id
}

async function sandbox(...args: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, ['apps/server/src/cli/main.ts', 'sandbox', ...args], {
    env: { ...process.env, DATA_DIR: on.product.dataDir, PORT: String(on.product.port) },
  })
}
