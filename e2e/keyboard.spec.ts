import { openPage, waitForRest } from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'
import { tabTo } from './support/keyboard.ts'

const on = setUpSharedProduct()

test('skip link: first in the page, shown with the focus -> leads to the content', async () => {
  const { page } = await openPage(on.browser, { width: 1280, height: 720 })
  await page.goto(on.product.address('skyward'))
  await waitForRest(page)
  await page.keyboard.press('Tab')
  const skip = page.locator('a[href="#main"]')
  await expect(skip).toBeFocused()
  await expect.poll(() => skip.evaluate(link => link.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
})

test('header on a phone: tabbing backwards -> never covers the focus', async () => {
  const { page } = await openPage(on.browser, { width: 390, height: 700 })
  await page.goto(`${on.product.address('skyward')}/search`)
  await waitForRest(page)
  const links = page.locator('main article a')
  await tabTo(page, links.nth(8))
  await tabTo(page, page.locator('main summary').first(), 'Shift+Tab')
})
