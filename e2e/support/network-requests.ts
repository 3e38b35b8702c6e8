import type { Page } from '@playwright/test'

/** Paths requested from the network from now on, without what is sent, or answered by the browser's cache. */
export async function networkRequests(page: Page): Promise<() => string[]> {
  const asked = new Map<string, string>()
  const network = await page.context().newCDPSession(page)
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.method === 'GET') asked.set(requestId, new URL(request.url).pathname)
  })
  network.on('Network.requestServedFromCache', ({ requestId }) => asked.delete(requestId))
  network.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) asked.delete(requestId)
  })
  await network.send('Network.enable')
  return () => [...asked.values()]
}
