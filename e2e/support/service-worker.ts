import type { Page } from '@playwright/test'

/** Load a page that the service worker controls. */
export async function openWithServiceWorker(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** URLs of the cached pages and calls. */
export function cachedUrls(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const cached: string[] = []
    for (const name of await caches.keys())
      if (name.startsWith('dw-pages-'))
        for (const { url } of await (await caches.open(name)).keys())
          cached.push(url.slice(location.origin.length))
    return cached
  })
}

/** The text of all caches, to search for what must not be cached. */
export function cachedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) texts.push((await (await cache.match(request))?.text()) ?? '')
    }
    return texts.join('\n')
  })
}

export function cacheNames(page: Page): Promise<string[]> {
  return page.evaluate(async () => (await caches.keys()).sort())
}
