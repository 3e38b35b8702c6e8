import type { Page } from '@playwright/test'
import { accessibilityProblems, openPage, scrollsSideways } from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'

const on = setUpSharedProduct()

test('guides and every call of the partner API: readable at any width, and nothing comes from elsewhere', async () => {
  const { page } = await openPage(on.browser)
  const origin = `http://api.localhost:${on.product.port}`
  const elsewhere: string[] = []
  page.on('request', request => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) elsewhere.push(request.url())
  })
  await page.goto(`${origin}/docs`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('First call in five minutes')
  await inspectPage(page)
  await page.getByRole('link', { name: 'Every call' }).click()
  await page.waitForURL('**/docs/reference')
  const call = page.getByText('/v1/members', { exact: true }).first()
  await call.click()
  await expect(page.getByText('externalId').first()).toBeVisible()
  await inspectPage(page, ofViewer)
  expect(elsewhere).toEqual([])
})

/** Swagger UI's own markup: the guides say the same in tables. */
const ofViewer = ['button-name', 'heading-order', 'nested-interactive', 'target-size']

async function inspectPage(page: Page, except: readonly string[] = []): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await scrollsSideways(page), `${page.url()} at ${width} px scrolls sideways`).toBe(false)
    expect(await accessibilityProblems(page, except), `${page.url()} at ${width} px`).toEqual([])
  }
}
