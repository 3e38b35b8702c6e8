import type { Page, Request } from '@playwright/test'
import { demoMemberId } from '../packages/demo-world/src/demo-accounts.ts'
import { accessibilityProblems, failedRequests, openPage, waitForRest } from './support/browser.ts'
import { expect, setUpProduct, test } from './support/journey.ts'
import { tabTo } from './support/keyboard.ts'

const on = setUpProduct()

const withoutScript = { javaScriptEnabled: false }
const emailField = '[name="prospectEmail"]'
const idOf = (slug: string, person: Parameters<typeof demoMemberId>[1]) => demoMemberId({ slug }, person)

async function leaveEmail(page: Page, slug: string, email: string): Promise<void> {
  await page.goto(on.product.address(slug))
  await page.locator(emailField).fill(email)
  await page.locator('form:has([name="prospectEmail"]) [type="submit"]').click()
}

for (const [name, options] of [
  ['with script', {}],
  ['without script', withoutScript],
] as const)
  test.describe(`email form on the home page, ${name}`, () => {
    test('unknown address -> join form, filled in, not in the URL', async () => {
      const { page } = await openPage(on.browser, undefined, options)
      await leaveEmail(page, 'harbor', '  juno@harbor.test ')
      await page.locator('main [name="firstName"]').waitFor()
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/join')
      await expect(page.locator('main [name="email"]')).toHaveValue('juno@harbor.test')
    })

    test('member -> sign-in form, filled in', async () => {
      const { page } = await openPage(on.browser, undefined, options)
      await leaveEmail(page, 'cellwave', 'Member@cellwave.example')
      await page.locator('main [name="userName"]').waitFor()
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/login')
      await expect(page.locator('main [name="userName"]')).toHaveValue('Member@cellwave.example')
    })
  })

test('email form by keyboard: invalid address -> error at the field; empty -> join form', async () => {
  const { page } = await openPage(on.browser)
  await page.goto(on.product.address('harbor'))
  await waitForRest(page)
  const field = page.locator(emailField)
  await tabTo(page, field)
  await page.keyboard.type('juno@')
  await page.keyboard.press('Enter')
  await page.getByText('Enter an email address such as name@example.com.').waitFor()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('juno@')
  await field.fill('')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/join')
})

test('email form: offline -> keeps the address, works again online; member number -> sign-in', async () => {
  const { page, context } = await openPage(on.browser, undefined, { allowedErrors: failedRequests })
  await page.goto(on.product.address('skyward'))
  await waitForRest(page)
  await context.setOffline(true)
  await page.locator(emailField).fill('juno@skyward.test')
  const submit = page.locator('form:has([name="prospectEmail"]) [type="submit"]')
  await submit.click()
  await page.locator(`${emailField}[aria-invalid="true"]`).waitFor()
  await expect(page.locator(emailField)).toHaveValue('juno@skyward.test')
  await context.setOffline(false)
  await submit.click()
  await page.waitForURL('**/join')

  await page.goto(`${on.product.address('skyward')}/how-it-works`)
  await waitForRest(page)
  await page.locator(emailField).fill('402815637')
  await submit.click()
  await page.waitForURL('**/login')
  await expect(page.locator('main [name="userName"]')).toHaveValue('402815637')
})

test.describe('bot check', () => {
  const challenges = (page: Page) => {
    const asked: Request[] = []
    page.on('request', request => {
      if (request.url().endsWith('/api/BotCheck/Challenge')) asked.push(request)
    })
    return asked
  }

  test('second sign-in attempt -> solved in the background', async () => {
    const { page } = await openPage(on.browser, undefined, { allowedErrors: /status of 401/ })
    const asked = challenges(page)
    const workers: string[] = []
    page.on('worker', worker => workers.push(worker.url()))
    await page.goto(`${on.product.address('skyward')}/login`)
    await waitForRest(page)
    const sent: string[] = []
    page.on('request', request => {
      if (request.url().endsWith('/api/SignIn')) sent.push(request.postData() ?? '')
    })
    const submit = page.locator('main form [type="submit"]')
    for (const [count, password] of ['Dinner-For-3!', 'Dinner-For-4!'].entries()) {
      await page.locator('[name="userName"]').fill('new@skyward.example')
      await page.locator('[name="password"]').fill(password)
      const answered = page.waitForResponse(response => response.url().endsWith('/api/SignIn'))
      await submit.click()
      expect((await answered).status()).toBe(401)
      expect(asked).toHaveLength(count)
    }
    expect(sent[0]).not.toContain('g-recaptcha-response')
    expect(JSON.parse(sent[1]!)['g-recaptcha-response']).toMatch(/^[\w+/=]{100,}$/)
    expect(workers).toEqual([expect.stringContaining('altcha-worker')])
    await expect(page.locator('[name="userName"]')).toHaveValue('new@skyward.example')
  })

  test('required by the server -> call is retried; without script -> says what to do', async () => {
    const { page } = await openPage(on.browser, undefined, { allowedErrors: failedRequests })
    const asked = challenges(page)
    await page.goto(on.product.address('meridian'))
    const statuses = await page.evaluate(async () => {
      const ask = async () => (await fetch('/api/Members/Validate/Email?email=a@b.test')).status
      return [await ask(), await ask(), await ask(), await ask(), await ask(), await ask()]
    })
    expect(statuses).toEqual([200, 200, 200, 200, 200, 403])
    await page.goto(on.product.address('harbor'))
    await page.evaluate(async () => {
      for (let count = 0; count < 6; count++) await fetch('/api/Members/Validate/Email?email=a@b.test')
    })
    await waitForRest(page)
    await page.locator(emailField).fill('iris@harbor.test')
    await page.locator('form:has([name="prospectEmail"]) [type="submit"]').click()
    await page.waitForURL('**/join')
    expect(asked.length).toBeGreaterThan(0)
    await expect(page.locator('main [name="email"]')).toHaveValue('iris@harbor.test')

    const plain = await openPage(on.browser, undefined, { ...withoutScript, allowedErrors: failedRequests })
    await leaveEmail(plain.page, 'harbor', 'otto@harbor.test')
    await plain.page.getByText('check that you are not a robot').first().waitFor()
    await expect(plain.page.locator('main [name="email"]')).toHaveValue('otto@harbor.test')
  })
})

test.describe('activation', () => {
  test('no id, an unknown one, of an active or closed account -> redirected with a reason', async () => {
    const { page } = await openPage(on.browser, undefined, withoutScript)
    for (const [query, expected] of [
      ['', '/join?rfr=0'],
      ['?public_id=unknown', '/join?rfr=1'],
      [`?public_id=${idOf('skyward', 'prospect')}`, '/join?rfr=2'],
      [`?public_id=${idOf('skyward', 'member')}`, '/login?rfr=3'],
      [`?public_id=${idOf('skyward', 'closed')}`, '/login?rfr=4'],
    ]) {
      await page.goto(`${on.product.address('skyward')}/activate${query}`)
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(expected)
      await expect(page.locator('main'), expected).toHaveText(/account/, { useInnerText: true })
    }
  })

  test('success page of someone who has not activated -> activation, or why not', async () => {
    const { page } = await openPage(on.browser, undefined, withoutScript)
    const address = on.product.address('skyward')
    await page.goto(`${address}/activate/activated`)
    expect(page.url()).toBe(`${address}/join?rfr=0`)
    await page.goto(`${address}/activate/activated?public_id=${idOf('skyward', 'visitor')}`)
    expect(page.url()).toBe(`${address}/activate?public_id=${idOf('skyward', 'visitor')}`)
  })

  test('known visitor: told to the native app at once, the link on every page -> activates once, back button included', async () => {
    const { page } = await openPage(on.browser, undefined, { allowedErrors: /status of 500/ })
    const address = on.product.address('skyward')
    const id = idOf('skyward', 'visitor')
    await page.addInitScript(`window.median = { onesignal: { login: id => { window.told = id } } }`)
    await page.goto(`${address}/search?public_id=${id}`)
    await page.waitForFunction(() => document.cookie.includes('dw_known_visitor='))
    await page.waitForFunction(expected => Reflect.get(window, 'told') === expected, id)
    const link = page.locator('a[href^="/activate?public_id="]')
    for (const path of ['/search', '/how-it-works', '/login', '/']) {
      await page.goto(address + path)
      await expect(link, path).toBeVisible()
    }
    await link.click()
    await page.waitForURL('**/activate?public_id=**')
    await waitForRest(page)
    expect(await accessibilityProblems(page)).toEqual([])

    await page.route('**/api/Member/Activate', route => route.fulfill({ status: 500, json: {} }))
    const button = page.locator('main form [type="submit"]')
    await tabTo(page, button)
    await page.keyboard.press('Enter')
    await page
      .getByText('There was an error activating your account. Please contact customer support. 800-555-0142')
      .first()
      .waitFor()
    await page.unroute('**/api/Member/Activate')
    // The message comes before the button can be pressed again.
    await expect(button).not.toHaveAttribute('aria-busy')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/activate/activated?public_id=**')
    await waitForRest(page)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.reload()
    await page.getByRole('heading', { name: 'Cleared for dinner' }).waitFor()
    await waitForRest(page)
    await page.goBack()
    await page.waitForURL(`${address}/`)
    await expect(link).toHaveCount(0)
  })

  test('no script -> activates once', async () => {
    const { page } = await openPage(on.browser, undefined, withoutScript)
    const address = on.product.address('harbor')
    await page.goto(`${address}/activate?public_id=${idOf('harbor', 'visitor')}`)
    await page.locator('main form [type="submit"]').click()
    await page.waitForURL('**/activate/activated?public_id=**')
    await page.goto(`${address}/activate?public_id=${idOf('harbor', 'visitor')}`)
    expect(page.url()).toBe(`${address}/login?rfr=3`)
  })
})
