import { type Browser, test as base, expect } from '@playwright/test'
import { openedPages } from './browser.ts'
import { type Product, startProduct } from './product.ts'

export { expect }

/** It is the token of `GET /metrics` at the shared product. */
export const metricsToken = 'figures-of-the-journey'

/** Fail a journey with console errors, and close its windows. */
export const test = base.extend<{ watchedPages: undefined }, { sharedProduct: Product }>({
  // Started when the first file asks for it, and with the worker discarded after a failure.
  sharedProduct: [
    async ({ browserName: _ }, use) => {
      const product = await startProduct({ METRICS_TOKEN: metricsToken })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 280_000 },
  ],
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

export interface Stage {
  readonly product: Product
  readonly browser: Browser
}

/**
 * The product of this worker, for files that leave nothing behind on which another could depend: no settings, no clock,
 * no restart, and of the demo's members only what their own journeys look at. A start takes longer than most files.
 */
export function setUpSharedProduct(): Stage {
  const set: { product?: Product; browser?: Browser } = {}
  test.beforeAll(({ browser, sharedProduct }) => {
    set.browser = browser
    set.product = sharedProduct
  })
  return set as Stage
}

/** Each file has a product, and each worker a browser. */
export function setUpProduct(env: Record<string, string> = {}): Stage {
  const set: { product?: Product; browser?: Browser } = {}
  test.beforeAll(async ({ browser }) => {
    set.browser = browser
    set.product = await startProduct(env)
  })
  test.afterAll(() => set.product?.stop())
  return set as Stage
}
