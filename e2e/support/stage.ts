import type { Browser } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import { openBrowser } from './browser.ts'
import { type Product, startProduct } from './product.ts'

/** A product and a browser of a file's own, from before its first test until after its last. */
export function stage(env: Record<string, string> = { LOG_LEVEL: 'warn' }): {
  product: Product
  browser: Browser
} {
  const set: { product?: Product; browser?: Browser } = {}
  beforeAll(async () => {
    ;[set.product, set.browser] = await Promise.all([startProduct(env), openBrowser()])
  })
  afterAll(async () => {
    await set.browser?.close()
    await set.product?.stop()
  })
  return set as { product: Product; browser: Browser }
}
