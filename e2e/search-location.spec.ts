import type { BrowserContextOptions, Page } from '@playwright/test'
import { openPage, settle, type WatchedPage, waitForHydration } from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'

const on = setUpSharedProduct()
const soon = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 60_000 })
const desk = { width: 1280, height: 900 }
const austin = { latitude: 30.2672, longitude: -97.7431 }

test.describe('current location', () => {
  const allowed = { geolocation: austin, permissions: ['geolocation'] } satisfies BrowserContextOptions

  test('button pressed -> rounded to a kilometer, in the URL', async () => {
    const { page } = await open('/search', allowed)
    await page.getByRole('button', { name: 'Use my current location' }).click()
    await page.waitForURL('**location=Current+Location**')
    expect(page.url()).toContain('latitude=30.27&longitude=-97.74')
    await soon(() => page.title()).toMatch(/^Restaurants near you/)
  })

  test('URL says so in any spelling -> looked up', async () => {
    const { page } = await openPage(on.browser, desk, allowed)
    for (const words of ['Current%2520Location', 'current_location', 'Current+Location']) {
      await page.goto(`${on.product.address('skyward')}/search?location=${words}`)
      await page.waitForURL('**latitude=30.27&longitude=-97.74**')
    }
  })

  test('permission granted before, no place named -> searches around it', async () => {
    const { page } = await open('/search?restaurantOrCuisine=tacos', allowed)
    await page.waitForURL('**location=Current+Location&latitude=30.27&longitude=-97.74**')
    expect(page.url()).toContain('restaurantOrCuisine=tacos')
    await soon(() => page.title()).toMatch(/^Tacos near you/)
  })

  test('answer arrives while a place is typed -> input unchanged', async () => {
    const { page } = await openPage(on.browser, desk, allowed)
    await page.addInitScript(() => {
      const { getCurrentPosition } = Geolocation.prototype
      Geolocation.prototype.getCurrentPosition = function (this: Geolocation, ...args) {
        setTimeout(() => {
          getCurrentPosition.apply(this, args)
          Object.assign(window, { locationAnswered: true })
        }, 1_000)
      }
    })
    await page.goto(`${on.product.address('skyward')}/search`)
    await page.locator('#search-location').pressSequentially('Chicago, IL')
    await page.waitForFunction(() => 'locationAnswered' in window)
    await settle(page)
    await expect(page.locator('#search-location')).toHaveValue('Chicago, IL')
    expect(new URL(page.url()).search).toBe('')
  })

  test('permission denied -> default place; error only after a click', async () => {
    const { page } = await open('/search?location=Current+Location')
    expect((await names(page)).length).toBeGreaterThan(3)
    await expect(page.getByText('We cannot see where you are')).toHaveCount(0)
    await page.getByRole('button', { name: 'Use my current location' }).click()
    await page.getByText('We cannot see where you are').waitFor()
  })
})

async function open(path: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const opened = await openPage(on.browser, desk, options)
  await opened.page.goto(on.product.address('skyward') + path)
  await waitForHydration(opened.page, 'main form')
  return opened
}

const names = (page: Page) => page.locator('main li article h3').allInnerTexts()
