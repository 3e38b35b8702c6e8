import type { Page } from '@playwright/test'
import { accessibilityProblems, openPage, waitForHydration } from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'

const on = setUpSharedProduct()
const slow = { timeout: 60_000 }
/** Chromium's warning about reading a canvas. */
const screenshotWarning = /GPU stall due to ReadPixels/

const markers = (page: Page) => page.locator('main button[data-key]')
const keys = (page: Page) =>
  markers(page).evaluateAll(all => all.map(marker => (marker as HTMLElement).dataset.key))

async function openSearch(path: string): Promise<Page> {
  const viewport = { width: 1280, height: 800 }
  const { page } = await openPage(on.browser, viewport, { map: true, allowedErrors: screenshotWarning })
  await page.goto(on.product.address('skyward') + path)
  await waitForHydration(page, 'main form')
  await markers(page).first().waitFor(slow)
  return page
}

test.describe('map of a search', () => {
  test("results of a page -> all on the map, with ratings, and the list's card at a press", async () => {
    const page = await openSearch('/search?location=New+York%2C+NY')
    const counts = async () => {
      const labels = await markers(page).evaluateAll(all =>
        all.map(one => one.getAttribute('aria-label') ?? ''),
      )
      return labels.map(label => Number(/^(\d+) restaurants, zoom in$/.exec(label)?.[1] ?? 1))
    }
    await expect
      .poll(async () => (await counts()).reduce((sum, count) => sum + count), slow)
      .toBe(await page.locator('li[data-merchant]').count())
    await expect(markers(page).filter({ hasText: /^★ \d\.\d$/ })).not.toHaveCount(0)
    await expect(markers(page).filter({ hasText: '$' })).toHaveCount(0)

    const before = await keys(page)
    const pin = page.locator('main button[data-id]').first()
    const id = await pin.getAttribute('data-id')
    await pin.click()
    const listed = page.locator(`li[data-merchant="${id}"]`)
    const card = page.getByRole('region', { name: await listed.locator('h3').innerText(), exact: true })
    await expect(card.locator('article')).toHaveText(await listed.innerText(), { useInnerText: true })
    await expect(listed).toHaveAttribute('data-active', 'true')
    expect(await keys(page)).toEqual(before)
    expect(await accessibilityProblems(page)).toEqual([])
  })

  test('search as I move -> the list follows the map, also after a reload', async () => {
    const page = await openSearch('/search?location=New+York%2C+NY')
    const follows = page.getByRole('checkbox', { name: 'Search as I move the map' })
    await page.getByRole('button', { name: 'Zoom in', exact: true }).click()
    await page.getByRole('button', { name: 'Search this area' }).waitFor(slow)
    await follows.check()
    await page.waitForURL('**bounds=**')
    await expect(page.getByRole('button', { name: 'Search this area' })).toHaveCount(0)

    await page.reload()
    await markers(page).first().waitFor(slow)
    await expect(follows).toBeChecked()
    const searched = page.url()
    await page.getByRole('button', { name: 'Zoom out', exact: true }).click()
    await expect.poll(() => page.url(), slow).not.toBe(searched)
  })
})
