import { type Browser, test as base, expect } from '@playwright/test'
import { openedPages } from './browser.ts'
import { type Product, startProduct } from './product.ts'

export { expect }

/** Fail a journey with console errors, and close its windows. */
export const test = base.extend<{ watchedPages: undefined }>({
  watchedPages: [
    async ({ browserName: _ }, use, testInfo) => {
      await use(undefined)
      const opened = openedPages.splice(0)
      for (const { context } of opened) await context.close()
      if (testInfo.status === testInfo.expectedStatus)
        expect(
          opened.flatMap(({ consoleErrors }) => consoleErrors),
          'console errors',
        ).toEqual([])
    },
    { auto: true },
  ],
})

/** A product per file, and a browser per worker. */
export function setUpProduct(env: Record<string, string> = { LOG_LEVEL: 'warn' }): {
  product: Product
  browser: Browser
} {
  const set: { product?: Product; browser?: Browser } = {}
  test.beforeAll(async ({ browser }) => {
    set.browser = browser
    set.product = await startProduct(env)
  })
  test.afterAll(() => set.product?.stop())
  return set as { product: Product; browser: Browser }
}
