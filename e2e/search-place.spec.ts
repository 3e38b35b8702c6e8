import type { BrowserContextOptions, Page } from '@playwright/test'
import { comesAlive, openPage, settle, type WatchedPage } from './support/browser.ts'
import { expect, stage, test } from './support/journey.ts'

const on = stage()
const soon = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 20_000 })
const desk = { width: 1280, height: 900 }
const austin = { latitude: 30.2672, longitude: -97.7431 }

test.describe('where somebody is', () => {
  const allowed = { geolocation: austin, permissions: ['geolocation'] } satisfies BrowserContextOptions

  test('is asked of the browser by a press, known to a kilometer, and stands in the address', async () => {
    const { page } = await open('/search', allowed)
    await page.getByRole('button', { name: 'Use my current location' }).click()
    await page.waitForURL('**location=Current+Location**')
    expect(page.url()).toContain('latitude=30.27&longitude=-97.74')
    await soon(() => page.title()).toMatch(/^Restaurants near you/)
  })

  for (const words of ['Current%2520Location', 'current_location', 'Current+Location'])
    test(`is looked up where an address says it in words: ${words}`, async () => {
      const { page } = await open(`/search?location=${words}`, allowed)
      await page.waitForURL('**latitude=30.27&longitude=-97.74**')
    })

  test('is searched around where no place is named, of whoever has allowed it before', async () => {
    const { page } = await open('/search?restaurantOrCuisine=tacos', allowed)
    await page.waitForURL('**location=Current+Location&latitude=30.27&longitude=-97.74**')
    expect(page.url()).toContain('restaurantOrCuisine=tacos')
    await soon(() => page.title()).toMatch(/^Tacos near you/)
  })

  test('is not written over a place that somebody types meanwhile', async () => {
    const { page } = await openPage(on.browser, desk, allowed)
    await page.addInitScript(() => {
      const { getCurrentPosition } = Geolocation.prototype
      Geolocation.prototype.getCurrentPosition = function (this: Geolocation, ...told) {
        setTimeout(() => {
          getCurrentPosition.apply(this, told)
          Object.assign(window, { locationAnswered: true })
        }, 1_000)
      }
    })
    await page.goto(`${on.product.address('skyward')}/search`)
    await page.locator('#search-location').pressSequentially('Chicago, IL')
    await page.waitForFunction(() => 'locationAnswered' in window)
    await settle(page)
    expect(await page.locator('#search-location').inputValue()).toBe('Chicago, IL')
    expect(new URL(page.url()).search).toBe('')
  })

  test('that is not told is the usual place without a word, and is said to whoever pressed', async () => {
    const { page } = await open('/search?location=Current+Location')
    expect((await names(page)).length).toBeGreaterThan(3)
    expect(await page.getByText('We cannot see where you are').count()).toBe(0)
    await page.getByRole('button', { name: 'Use my current location' }).click()
    await page.getByText('We cannot see where you are').waitFor()
  })
})

async function open(path: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const opened = await openPage(on.browser, desk, options)
  await opened.page.goto(on.product.address('skyward') + path)
  await comesAlive(opened.page, 'main form')
  return opened
}

const names = (page: Page) => page.locator('main li article h3').allInnerTexts()
