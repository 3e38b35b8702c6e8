import type { Page } from '@playwright/test'
import { openPage, settle, signInOn } from './browser.ts'
import type { stage } from './journey.ts'

type Stage = ReturnType<typeof stage>

/** A window in which time can be wound forward. */
export async function visitor(on: Stage, slug: string, path: string, prepare?: () => void) {
  const opened = await openPage(on.browser)
  await opened.page.clock.install()
  if (prepare) await opened.page.addInitScript(prepare)
  await opened.page.goto(on.product.address(slug) + path)
  await alive(opened.page)
  return opened
}

export async function member(on: Stage, slug: string, name = 'member') {
  const opened = await openPage(on.browser)
  await opened.page.clock.install()
  await signInOn(opened.page, on.product.address(slug), `${name}@${slug}.example`)
  await alive(opened.page)
  return opened
}

/** What is loaded after the first paint is there. */
export const alive = (page: Page) =>
  page.getByRole('region', { name: /^Messages/ }).waitFor({ state: 'attached' })

/** Nobody does anything for as long as a popup waits. */
export async function calm(page: Page): Promise<void> {
  await alive(page)
  for (let seconds = 0; seconds < 6; seconds++) await page.clock.runFor(1_000)
  await settle(page)
}

export async function remember(page: Page, key: string, value: string): Promise<void> {
  await page.evaluate(([name, text]) => localStorage.setItem(name!, text!), [key, value])
  await page.reload()
  await alive(page)
}
