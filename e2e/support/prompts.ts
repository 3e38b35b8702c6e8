import type { Page } from '@playwright/test'
import { openPage, settle, startSession } from './browser.ts'
import type { Stage } from './journey.ts'

/** It is a window with a fake clock. */
export async function visitor(on: Stage, slug: string, path: string, prepare?: () => void) {
  const opened = await openPage(on.browser, undefined, { popups: true })
  await opened.page.clock.install()
  await opened.page.addInitScript(hasScrolledTwoPages)
  if (prepare) await opened.page.addInitScript(prepare)
  await opened.page.goto(on.product.address(slug) + path)
  await waitForWidgets(opened.page)
  return opened
}

/** Popups wait for that. */
export const hasScrolledTwoPages = () => {
  try {
    localStorage.setItem('dw.scrolledPages', '/ /earn')
  } catch {}
}

export async function member(on: Stage, slug: string, name = 'member') {
  const opened = await openPage(on.browser, undefined, { popups: true })
  await opened.page.clock.install()
  const address = on.product.address(slug)
  await startSession(opened.page, address, `${name}@${slug}.example`)
  await opened.page.goto(`${address}/account/overview`)
  await waitForWidgets(opened.page)
  return opened
}

/** The deferred widgets have loaded. */
export const waitForWidgets = (page: Page) =>
  page.getByRole('region', { name: /^Messages/ }).waitFor({ state: 'attached' })

/** Advance the idle time that a popup waits for. */
export async function waitForPopups(page: Page): Promise<void> {
  await waitForWidgets(page)
  for (let seconds = 0; seconds < 6; seconds++) await page.clock.runFor(1_000)
  await settle(page)
}

export async function remember(page: Page, key: string, value: string): Promise<void> {
  await page.evaluate(([name, text]) => localStorage.setItem(name!, text!), [key, value])
  await page.reload()
  await waitForWidgets(page)
}
