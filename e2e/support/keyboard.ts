import type { Locator, Page } from '@playwright/test'

/** Pages whose fields get the focus at once: at another partner a person takes the same way by Tab. */
export const withoutTabbing = new WeakSet<Page>()

/** Press Tab until `target` has the focus. The sticky header may not cover any focus on the way (WCAG 2.4.11). */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  if (withoutTabbing.has(page)) return target.focus()
  await target.waitFor()
  let look = await target.evaluate(lookAtFocus)
  for (let left = 150; left > 0 && !look.isReached; left--) {
    await page.keyboard.press(key)
    look = await target.evaluate(lookAtFocus)
    // The header is in the page around a frame.
    const covered = look.isFramed ? await focusUnderHeader(page) : look.covered
    if (covered) throw new Error(`On ${page.url()} the header covers the focus on ${covered}`)
  }
  if (!look.isReached) throw new Error(`${key} on ${page.url()} never reaches ${target}`)
}

export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate(element => element === element.ownerDocument.activeElement)
}

export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.type(text)
}

/** Focus it by Tab, then press a key. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Past the header of a page that has just been opened. */
export async function skipToMain(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  // An address that ends in "#main" begins behind it.
  if (await hasFocus(page.locator('a[href="#main"]'))) await page.keyboard.press('Enter')
}

/** Fields of the page's form by name, in their order; whatever was in them is replaced. */
export async function typeForm(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(values)) {
    await tabTo(page, page.locator(`main form [name="${name}"]`))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
  }
}

/** The focused element's markup if the header covers any of it, else null. */
export async function focusUnderHeader(page: Page): Promise<string | null> {
  return (await page.locator('body').evaluate(lookAtFocus)).covered
}

/** Runs in the document of `target`. */
function lookAtFocus(target: Element) {
  const isReached = target === document.activeElement
  const isFramed = window !== window.top
  return { isReached, isFramed, covered: covered() }

  function covered(): string | null {
    const focused = document.activeElement
    const header = document.querySelector('header')
    // A page or form is larger than the viewport.
    if (!header || !focused || header.contains(focused) || focused.matches('body, main')) return null
    const { top, bottom, left, right } = focused.getBoundingClientRect()
    const [over, under] = [Math.max(top, 0), Math.min(bottom, header.getBoundingClientRect().bottom)]
    if (under - over <= 1) return null
    // Messages, dialogs, and the skip link are above the header.
    const seen = document.elementFromPoint((left + right) / 2, (over + under) / 2)
    return header.contains(seen) ? focused.outerHTML.slice(0, 160) : null
  }
}
