import type { Page } from '@playwright/test'
import { accessibilityProblems, openPage, startSession, waitForHydration } from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'

const on = setUpSharedProduct()

async function memberHome(partner: string, size = { width: 390, height: 844 }) {
  const opened = await openPage(on.browser, size)
  const address = on.product.address(partner)
  await startSession(opened.page, address, `member@${partner}.example`)
  await opened.page.goto(`${address}/`)
  await waitForHydration(opened.page, 'section[aria-labelledby="picks"] button')
  return { ...opened, address, picks: opened.page.getByRole('region', { name: 'Picked for you' }) }
}

const namesIn = (list: ReturnType<Page['getByRole']>) =>
  list.getByRole('heading', { level: 3 }).allTextContents()

test.describe('member’s home', () => {
  for (const partner of ['skyward', 'cellwave'])
    test(`${partner}: at most six picks, each with a reason, without problems of access`, async () => {
      const { page, picks } = await memberHome(partner)
      const items = picks.getByRole('listitem')
      const count = await items.count()
      expect(count).toBeGreaterThan(0)
      expect(count).toBeLessThanOrEqual(6)
      const reasons = await items.locator('> div > p').allTextContents()
      expect(reasons.filter(text => text.trim() !== '')).toHaveLength(count)
      expect(new Set(await namesIn(picks)).size).toBe(count)
      expect(await accessibilityProblems(page)).toEqual([])
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBe(390)
      await page.context().close()
    })

  test('not for me, by keyboard -> gone, the focus stays; undo -> back in its place', async () => {
    const { page, picks } = await memberHome('skyward', { width: 1280, height: 800 })
    const before = await namesIn(picks)
    await picks.getByRole('button', { name: `: ${before[1]}` }).press('Enter')
    await expect.poll(() => namesIn(picks)).toEqual(before.toSpliced(1, 1))
    await expect(picks.getByRole('heading', { name: 'Picked for you' })).toBeFocused()
    const shown = page.waitForResponse(
      response => response.url().includes('/HiddenPicks/') && response.request().method() === 'DELETE',
    )
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect.poll(() => namesIn(picks)).toEqual(before)
    expect((await shown).ok()).toBe(true)
    await page.context().close()
  })

  test('the number is that of the overview', async () => {
    const { page, address } = await memberHome('skyward')
    const number = /^[\d,]+ points$/
    const onHome = await page.getByText(number).first().textContent()
    await page.goto(`${address}/account/overview`)
    expect(await page.getByText(number).first().textContent()).toBe(onHome)
    await page.context().close()
  })
})

test('a table’s pass -> a file for Apple Wallet, a signed link for Google Wallet', async () => {
  const { page, address } = await memberHome('skyward')
  await page.goto(`${address}/account/reservations`)
  await waitForHydration(page, 'main button')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('link', { name: /^Add to Apple Wallet/ })
      .first()
      .click(),
  ])
  expect(file.suggestedFilename()).toBe('pass.pkpass')
  const [link] = await Promise.all([
    page.waitForRequest(/^https:\/\/pay\.google\.com\/gp\/v\/save\//),
    page
      .getByRole('button', { name: /^Save to Google Wallet/ })
      .first()
      .click(),
  ])
  expect(link.url().split('.')).toHaveLength(5)
  await page.context().close()
})
