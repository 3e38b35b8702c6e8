import type { Browser } from '@playwright/test'
import {
  accountOf,
  type Butter,
  butterEntry,
  startButter,
} from '../apps/server/src/features/content/butter-for-test.ts'
import { demoMemberId } from '../packages/demo-world/src/demo-accounts.ts'
import { apiUser, demoPassword } from './support/api.ts'
import { failedRequests, openPage, startSession, waitForRest } from './support/browser.ts'
import { expect, test } from './support/journey.ts'
import { type Product, startProduct } from './support/product.ts'
import { hasScrolledTwoPages, waitForPopups } from './support/prompts.ts'

/*
 * Content has markup, as from a stolen editor account: it is shown, never executed (quality: abuse 20). Staff see
 * drafts; the content account may fail.
 */

const evil =
  '<img src=x onerror="window.ran = 1"><script>window.ran = 1</script><svg onload="window.ran = 1"> "\' {program name}'
const rich = `<p onclick="window.ran = 1">Rich ${evil} <a href="javascript:window.ran = 1">run</a></p>`
const columns = {
  banner: { enable_banner: true, image_mobile_alt_text: evil },
  banner_text: [{ type: 'body_text', fields: { body_text: rich, look: 'lead' } }],
  main_column: [
    { type: 'title', fields: { title: evil } },
    { type: 'body_text', fields: { body_text: rich } },
    { type: 'body_text', fields: { body_text: `<h3>${evil}</h3>${rich}`, look: 'questions' } },
    { type: 'button', fields: { text: evil, url: '/search' } },
    { type: 'merchant_carousel', fields: { search_string: '"><script>', headline: evil, body: evil } },
  ],
  side_column: [{ type: 'standalone_link', fields: { text: evil, url: 'https://x.example/?a=%22' } }],
}
const page = { browser_title: evil, description: evil, title: evil, disclaimer: evil, ...columns }
const everyState = { user_states: ['anonymous', 'optedOut', 'newMemberBonus', 'emailOptIn'] }
const link = { text: evil, text_desktop: evil, text_mobile: evil, url: '/search' }
const kinds = {
  global: [
    butterEntry('navbar', { links: [link] }),
    butterEntry('footer', { primary_links: [link], secondary_links: [link] }),
    butterEntry('earn', {
      referral_link: { is_enabled: true, title: evil, description: evil },
      disclaimer: evil,
    }),
  ],
  home: [butterEntry('all', { ...page, ...everyState })],
  discover: [butterEntry('all', { ...page, ...everyState })],
  announcement_banner: [butterEntry('now', { banner_copy: [{ type: 'text', fields: { copy: evil } }] })],
  earn_banner: [butterEntry('offer', { text: evil, title: evil, url: '/search', link_text: evil })],
  earn_details: [butterEntry('way', { ...page, url: '/earn/way', text: evil })],
  popup: [butterEntry('welcome', { title: evil, body_text: rich, button_text: evil, url: '/search' })],
  account_center: [butterEntry('all', page)],
  tier_1_activation: [butterEntry('activation', page)],
  sidebar: [butterEntry('earn', { title: evil, main_column: columns.main_column })],
  surveys: [
    butterEntry('asked', {
      id: 'asked',
      text: evil,
      url_allow_list: [{ url_allowed: '/account' }],
      questions: [
        { id: 'scale', kind: 'scale', text: evil, low: evil.slice(0, 60), high: evil.slice(0, 60) },
        { id: 'choice', kind: 'choice', text: evil, options: [evil.slice(0, 120), 'another'] },
        { id: 'words', kind: 'text', text: evil },
      ],
    }),
  ],
  pages: [
    butterEntry('spring', { ...page, url: '/offers/spring' }),
    butterEntry('planned', { title: 'Planned', url: '/offers/planned' }, { status: 'draft' }),
  ],
}

let butter: Butter
let product: Product
let browser: Browser
test.beforeAll(async ({ browser: given }) => {
  browser = given
  butter = await startButter(accountOf(kinds))
  product = await startProduct({ CONTENT_TOKENS: 'skyward=tok_0123456789', CONTENT_URL: butter.url })
})
test.afterAll(async () => {
  await product?.stop()
  await butter?.close()
})

const at = (path: string) => product.address('skyward') + path

const activation = `/activate?public_id=${demoMemberId({ slug: 'skyward' }, 'visitor')}`

for (const path of ['/', '/earn', '/earn/way', '/offers/spring', activation])
  test(`${path}: markup from an editor -> shown as text, never runs`, async () => {
    const { page } = await openPage(browser)
    const response = await page.goto(at(path))
    expect(response?.status()).toBe(200)
    // It is present as text.
    await page.locator('main').getByText('<script>window.ran = 1</script>').first().waitFor()
    for (const summary of await page.locator('main summary').all()) await summary.click()
    for (const words of await page.getByText('Rich').all())
      await words.click({ timeout: 1_000 }).catch(() => {})
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    await expect(page.locator('main img[src="x"], main svg[onload], [onclick], [onerror]')).toHaveCount(0)
  })

test('markup in popups, surveys and member pages -> never runs', async () => {
  await product.command('settings', 'set', '--partner', 'skyward', 'generalModalType', 'welcome')
  const behind = () => apiUser(at('')).get<{ settings: { generalModalType: string } }>('/api/Staging')
  await expect
    .poll(async () => (await behind()).body.settings.generalModalType, { timeout: 60_000 })
    .toBe('welcome')
  const { page } = await openPage(browser)
  await page.clock.install()
  await page.addInitScript(hasScrolledTwoPages)
  await startSession(page, at(''), 'member@skyward.example')
  await page.goto(at('/account/overview'))
  const harmless = async () => {
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    await expect(page.locator('img[src="x"], svg[onload], [onclick], [onerror]')).toHaveCount(0)
  }
  const survey = page.getByRole('region', { name: 'Survey' })
  await survey.getByText('<script>window.ran = 1</script>').first().waitFor()
  await harmless()
  await page.goto(at('/'))
  await waitForPopups(page)
  await page.getByRole('dialog').getByText('<script>window.ran = 1</script>').first().waitFor()
  await harmless()
  for (const path of ['/account/user_profile', '/account/manage_cards', '/search', '/surveys/form/asked']) {
    await page.goto(at(path))
    await waitForRest(page)
    await harmless()
  }
  await page.getByText('<script>window.ran = 1</script>').first().waitFor()
})

test('drafted page: preview on -> staff see it, visitors get 404', async () => {
  await product.command('settings', 'set', '--partner', 'skyward', 'cmsPreview', 'true')
  const { page } = await openPage(browser, undefined, { allowedErrors: failedRequests })
  await page.goto(at('/how-it-works'))
  expect(await page.evaluate(signIn, { email: 'staff@dineward.example', password: demoPassword })).toBe(200)
  await expect
    .poll(async () => (await page.goto(at('/offers/planned')))?.status(), { timeout: 60_000 })
    .toBe(200)
  await expect(page.locator('h1')).toHaveText('Planned', { useInnerText: true })
  await page.goto(at('/offers/spring'))
  await page.goBack()
  await page.locator('h1', { hasText: 'Planned' }).waitFor()

  const visitor = await openPage(browser, undefined, { allowedErrors: failedRequests })
  expect((await visitor.page.goto(at('/offers/planned')))?.status()).toBe(404)
})

test('content account down at start -> serves the last copy and logs once', async () => {
  await product.kill()
  await butter.close()
  await product.restart()
  const { page } = await openPage(browser)
  expect((await page.goto(at('/offers/spring')))?.status()).toBe(200)
  await page.locator('main').getByText('Rich').first().waitFor()
  await page.goto(at('/'))
  expect(product.output().split('the account does not answer (ECONNREFUSED)')).toHaveLength(2)
  expect(product.output()).not.toContain('tok_0123456789')
})

/** Runs in the page. */
async function signIn(body: { email: string; password: string }): Promise<number> {
  const { csrfToken } = (await (await fetch('/api/CSRF')).json()) as { csrfToken: string }
  const headers = { 'content-type': 'application/json', 'x-xsrf-token': csrfToken }
  return (await fetch('/api/Staff/SignIn', { method: 'POST', headers, body: JSON.stringify(body) })).status
}
