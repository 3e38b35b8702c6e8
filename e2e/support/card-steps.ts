import type { Page } from '@playwright/test'
import { settle, waitForRest } from './browser.ts'
import { expect } from './journey.ts'
import { press, skipToMain, tabTo } from './keyboard.ts'

/* A member's own card, by keyboard alone. */

/** A test number that must exist only in the card frame. */
export const cardNumber = '5555555555554444'

/** It goes from wherever the focus is: forward through the page, or back into the frame. */
export async function typeCard(page: Page, number: string): Promise<void> {
  const frame = page.frameLocator('iframe')
  await frame.locator('#number').waitFor()
  await tabTo(page, page.locator('iframe'))
  await tabTo(page, frame.locator('#number'), 'Shift+Tab')
  for (const [field, text] of [
    ['#number', number],
    ['#expiry', '1230'],
  ] as const) {
    await tabTo(page, frame.locator(field))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
  }
}

export async function linkCard(page: Page): Promise<void> {
  await typeCard(page, cardNumber)
  await page.keyboard.press('Tab')
  const optIn = page.locator('[name="directFileFeedOptIn"]')
  if (!(await optIn.isChecked())) await press(page, optIn, 'Space')
  const form = page.locator('main form', { has: page.locator('iframe') })
  await form.locator('[type="submit"]:not([disabled])').waitFor()
  await press(page, form.locator('[type="submit"]'))
}

/** The same card is refused twice, and the second time with a bot check. */
export async function refuseSameCard(page: Page, open: (path: string) => Promise<void>): Promise<void> {
  const sent: string[] = []
  await open('/account/manage_cards')
  for (const _ of ['first', 'second']) {
    const answered = page.waitForResponse(
      response => response.request().method() === 'POST' && response.url().endsWith('/api/Member/Cards'),
    )
    await linkCard(page)
    sent.push((await answered).request().postData() ?? '')
    await page.getByText('None of your cards could be linked.').waitFor()
  }
  expect(sent[0]).not.toContain('g-recaptcha-response')
  expect(JSON.parse(sent[1]!)['g-recaptcha-response']).toMatch(/^[\w+/=]{100,}$/)
}

/** Rename the last card, think twice, then delete it: the account closes and the member is signed out. */
export async function closeAccount(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await page.reload()
  await waitForRest(page)
  await skipToMain(page)
  const rename = page.getByRole('button', { name: /^Rename .* 4444$/ })
  const button = await rename.elementHandle()
  await press(page, rename)
  await dialog.waitFor()
  // Pressed again before the frame in which the browser says that the dialog is closed.
  await dialog.evaluate((element, again) => {
    ;(element as HTMLDialogElement).requestClose()
    ;(again as HTMLElement).click()
  }, button)
  await settle(page)
  await expect(dialog).toBeVisible()
  await tabTo(page, dialog.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.type('Dinners')
  await page.keyboard.press('Enter')
  await page.locator('main').getByText('Dinners', { exact: true }).waitFor()
  const remove = page.getByRole('button', { name: /^Delete .* 4444$/ })
  await press(page, remove)
  await dialog.waitFor()
  // The dialog keeps the focus, and gives it back.
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.matches('main *:not(dialog *)'))).toBe(false)
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, dialog.getByRole('button', { name: 'Delete and close account' }))
  await page.waitForURL(url => !url.pathname.startsWith('/account'))
}
