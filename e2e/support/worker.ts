import type { Page } from '@playwright/test'
import type { WatchedPage } from './browser.ts'

/** Popups of the partner's would stand before what is looked at. */
export async function withoutPopups(opened: WatchedPage): Promise<WatchedPage> {
  await opened.context.addInitScript(() => localStorage.setItem('dw.popup', 'newMemberBonus'))
  return opened
}

/** Loads a page that the service worker answers from then on. */
export async function openControlled(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** The pages and calls that are kept on this device, by their addresses. */
export function keptAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const kept: string[] = []
    for (const name of await caches.keys())
      if (name.startsWith('dw-kept-'))
        for (const { url } of await (await caches.open(name)).keys())
          kept.push(url.slice(location.origin.length))
    return kept
  })
}

/** All that is kept in any cache, as text: to look for what must not be there. */
export function keptText(page: Page): Promise<string> {
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
