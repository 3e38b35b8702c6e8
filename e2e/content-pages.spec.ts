import type { Locator, Page } from '@playwright/test'
import { inspect, openPage, waitForRest } from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'

const on = setUpSharedProduct()

test.describe('content pages', () => {
  for (const [slug, rules, paths] of [
    ['skyward', 'all', ['/how-it-works', '/earn', '/partners/airport-tables']],
    ['tablefolk', 'contrast', ['/how-it-works', '/earn', '/colophon']],
  ] as const)
    test(`${slug} on every screen -> accessible`, async () => {
      const { page } = await openPage(on.browser)
      for (const path of paths) {
        await page.goto(on.product.address(slug) + path)
        await closeDialogs(page)
        await scrollThroughPage(page)
        await inspect(page, rules, null, rules === 'all' ? [390, 1280] : [390])
      }
    })

  test('no script -> questions open and show their answers', async () => {
    const { page } = await openPage(on.browser, undefined, { javaScriptEnabled: false })
    await page.goto(`${on.product.address('harbor')}/how-it-works`)
    const answer = page.getByText('Once $20 has waited')
    await expect(answer).toBeHidden()
    await page.getByText('When am I paid?').click()
    await expect(answer).toBeVisible()
  })

  test('link followed -> no new document', async () => {
    const { page } = await openPage(on.browser)
    await page.goto(`${on.product.address('harbor')}/earn`)
    await waitForRest(page)
    await page.evaluate(() => {
      document.documentElement.dataset.same = 'yes'
    })
    await page.locator('main').getByRole('link', { name: 'How cash back is calculated' }).click()
    await page.waitForURL('**/earn/how-it-works')
    await page.getByRole('heading', { level: 1, name: 'How cash back is calculated' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.dataset.same)).toBe('yes')
    await expect(page).toHaveTitle('How cash back is calculated | Harbor Rewards Dining')
  })
})

test.describe('restaurant carousel', () => {
  test('scrolled near -> loads once and pages from end to end', async () => {
    const { page } = await openPage(on.browser, { width: 1280, height: 600 })
    const searches: string[] = []
    page.on('request', request => {
      if (request.url().includes('/Merchants/Search')) searches.push(request.url())
    })
    await page.goto(`${on.product.address('tablefolk')}/earn`)
    await waitForRest(page)
    expect(searches).toEqual([])
    const [previous, next] = ['Previous restaurants', 'Next restaurants'].map(name =>
      page.getByRole('button', { name }),
    ) as [ReturnType<Page['getByRole']>, ReturnType<Page['getByRole']>]
    await next.scrollIntoViewIfNeeded()
    await page.locator('[data-merchant]').first().waitFor()
    expect(searches).toHaveLength(1)
    expect(new URL(searches[0]!).searchParams.get('pageSize')).toBe('15')
    await expect(previous).toBeDisabled()
    for (let leaf = 0; leaf < 15 && (await next.isEnabled()); leaf++) {
      await next.click()
      await scrollEnds(page.locator('[data-merchant]').first())
    }
    await expect(next).toBeDisabled()
    await expect(previous).toBeEnabled()
    await page.locator('[data-merchant] a').first().focus()
    await page.waitForFunction(() => document.activeElement!.getBoundingClientRect().left >= 0)
  })
})

/** Close the partner's popups. */
async function closeDialogs(page: Page): Promise<void> {
  await waitForRest(page)
  for (const close of await page.locator('dialog[open] button[aria-label]').all()) await close.click()
}

/** Scrolled or at the end, and unchanged for ten frames. */
async function scrollEnds(inside: Locator): Promise<void> {
  await inside.evaluate(async element => {
    let [left, frames] = [Number.NaN, 0]
    while (frames < 10) {
      await new Promise(requestAnimationFrame)
      const now = element.getBoundingClientRect().left
      frames = now === left ? frames + 1 : 0
      left = now
    }
  })
}

async function scrollThroughPage(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let y = 0; y < height; y += 600) await page.evaluate(to => scrollTo(0, to), y)
  await page.evaluate(() => scrollTo(0, 0))
  await waitForRest(page)
}
