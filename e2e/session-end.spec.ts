import type { Page } from '@playwright/test'
import { apiUser, demoPassword, signIn } from './support/api.ts'
import { failedRequests, inspect, openPage, settle, waitForRest } from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'
import { hasFocus } from './support/keyboard.ts'
import { member, remember, visitor, waitForWidgets } from './support/prompts.ts'

const on = setUpSharedProduct()
const at = (slug: string, path = '') => on.product.address(slug) + path

test.describe('session end', () => {
  test('one minute left -> warning, key press renews', async () => {
    const { page } = await member(on, 'cellwave')
    const before = await sessionEnd(page)
    // The focus fetches the next page. A response after the clock moved would bring the server's time back.
    const link = page.getByRole('link', { name: 'See all activity' })
    const fetched = page.waitForResponse('**/api/Member/RewardsYear')
    await link.focus()
    await (await fetched).finished()
    await settle(page)
    await page.clock.fastForward('14:05')
    const warning = page.getByRole('alert').filter({ hasText: 'signed out in one minute' })
    await warning.waitFor()
    await inspect(page, 'all', '[role=alert]')

    await expect(link).toBeFocused()
    await page.keyboard.press('F8')
    const stay = page.getByRole('button', { name: 'Stay signed in' })
    await expect(stay).toBeFocused()
    await page.keyboard.press('Enter')
    await warning.waitFor({ state: 'detached' })
    await expect.poll(() => sessionEnd(page)).toBeGreaterThan(before)
    await expect.poll(() => hasFocus(link)).toBe(true)
  })

  test('no answer -> signed out', async () => {
    const { page, context } = await member(on, 'cellwave')
    await waitForRest(page)
    // A response after the clock moved brings the server's time back.
    await expect(async () => {
      await page.clock.fastForward('15:05')
      await page.waitForURL('**/SignOut?**', { timeout: 5_000 })
    }).toPass()
    await page.getByRole('heading', { name: 'You were signed out' }).waitFor()
    const back = page.locator('main').getByRole('link', { name: 'Sign in again' })
    await expect(back).toHaveAttribute('href', '/login?returnTo=%2Faccount%2Foverview')
    expect((await context.cookies()).map(cookie => cookie.name)).not.toContain('dw_session')
  })

  test('navigation -> renews; another member in another tab -> theirs is shown', async () => {
    const { page } = await member(on, 'cellwave')
    const before = await sessionEnd(page)
    await page.clock.fastForward('05:00')
    await page
      .locator('header')
      .getByRole('link', { name: /find food/i })
      .click()
    await page.waitForURL('**/search')
    await expect.poll(() => sessionEnd(page)).toBeGreaterThan(before)

    const vip = apiUser(at('cellwave'))
    await signIn(vip, 'vip@cellwave.example')
    const { body } = await vip.get<{ firstName: string }>('/api/Member')
    await page.context().addCookies(vip.cookies())
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await page.locator('header').getByRole('button', { name: body.firstName }).waitFor()
  })
})

test('delete the account, by keyboard -> told on every page; keep it -> as before', async () => {
  const { page } = await member(on, 'harbor')
  const user = apiUser(at('harbor'))
  await signIn(user, 'member@harbor.example')
  const { body } = await user.get<{ memberBalance: number }>('/api/Member/StatementCreditBalance')
  await page.goto(at('harbor', '/account/delete_account'))
  // On some days the demo's balance has just been paid out.
  const unpaid = page.getByText(/Not paid out yet: \$\d+\.\d\d\./)
  await expect(unpaid).toHaveCount(body.memberBalance > 0 ? 1 : 0)
  await page.locator('main [name=password]').fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'You asked us to delete your account' }).waitFor()
  await inspect(page, 'all', 'main')
  await page.goto(at('harbor', '/account/overview'))
  await page.getByText(/Your account will be deleted on/).waitFor()
  await page.getByRole('button', { name: 'Keep my account' }).press('Enter')
  await page.getByRole('button', { name: 'Delete my account' }).waitFor()
  await inspect(page, 'all', 'main')
})

test.describe('message from another window', () => {
  const exit = 'radmin-emulation-exit'

  test('exact message from the administration origin -> ends the session; any other -> ignored', async () => {
    const { page } = await visitor(on, 'meridian', '/how-it-works')
    await remember(page, 'dw.ssoAnnouncement', new Date().toISOString())
    for (const [origin, data] of [
      ['https://evil.example', exit],
      ['null', exit],
      ['https://service.meridianairways.example.evil.example', exit],
      ['https://service.meridianairways.example', 'radmin-emulation-enter'],
    ] as const)
      await receiveMessage(page, origin, data)
    await settle(page)
    expect(new URL(page.url()).pathname).toBe('/how-it-works')
    await receiveMessage(page, 'https://service.meridianairways.example', exit)
    await page.waitForURL('**/SignOut')
  })

  test('emulation outside its window -> ends without a message', async () => {
    const { page } = await visitor(on, 'meridian', '/how-it-works')
    await page.evaluate(() => sessionStorage.setItem('radmin-emulation-id', 'e1'))
    await page.goto(at('meridian', '/'))
    await page.waitForURL('**/SignOut')
    expect(await page.evaluate(() => sessionStorage.getItem('radmin-emulation-id'))).toBeNull()
  })
})

test('write without an anti-forgery token: not sent -> message until dismissed', async () => {
  const { page } = await openPage(on.browser, undefined, { allowedErrors: failedRequests })
  await page.clock.install()
  await page.route('**/api/CSRF', route => route.abort())
  await page.goto(at('cellwave', '/login'))
  await waitForWidgets(page)
  for (let seconds = 0; seconds < 40; seconds += 4) await page.clock.runFor(4_000)
  await page.getByRole('alert').filter({ hasText: 'Error Code: fallback-token' }).waitFor()
  await page.locator('[name="userName"]').fill('member@cellwave.example')
  await page.locator('[name="password"]').fill('not-the-password-1')
  await page.locator('main form [type="submit"]').click()
  const toast = page.getByRole('alert').filter({ hasText: 'Error Code: fallback-token' })
  await toast.waitFor()
  await page.clock.fastForward('00:30')
  await expect(toast).toBeVisible()
  await inspect(page, 'all', '[role=alert]')
  await toast.getByRole('button', { name: 'Dismiss' }).click()
  await toast.waitFor({ state: 'detached' })
})

async function sessionEnd(page: Page): Promise<number> {
  const cookies = await page.context().cookies()
  const value = cookies.find(cookie => cookie.name === 'dw_session_expires')?.value ?? ''
  return Date.parse(decodeURIComponent(value))
}

const receiveMessage = (page: Page, origin: string, data: unknown) =>
  page.evaluate(
    ([from, said]) => dispatchEvent(new MessageEvent('message', { origin: from as string, data: said })),
    [origin, data],
  )
