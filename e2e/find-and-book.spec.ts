import type { Page } from '@playwright/test'
import { demoPassword } from './support/api.ts'
import { inspect, openPage, waitForHydration, waitForRest } from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'
import { hasFocus, tabTo, typeInto } from './support/keyboard.ts'
import {
  askForTimes,
  confirmTable,
  type FreeTable,
  freeTableAmong,
  tablesOf,
  times,
} from './support/tables.ts'

const on = setUpSharedProduct()
const soon = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 30_000 })
const phone = 390
const desk = 1280

test('visitor, by keyboard: ZIP code, filter, marker, page 2, a table -> booked as a member and canceled', async () => {
  const address = on.product.address('skyward')
  const { page } = await openPage(on.browser, undefined, { map: true, serviceWorkers: 'allow' })
  await page.goto(`${address}/search`)
  await waitForHydration(page, 'main form')
  await typeInto(page, page.locator('main form [name="location"]'), '10036')
  await tabTo(page, page.locator('main form [type="submit"]', { hasText: 'Search' }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**location=10036**')
  const filter = page.getByRole('checkbox', { name: /^Takes reservations/ })
  await filter.waitFor()
  await tabTo(page, filter)
  await withMap(page, 'reservations=true', async () => {
    await page.keyboard.press('Space')
    await page.waitForURL('**reservations=true**')
  })
  await soon(() => filter.isChecked()).toBe(true)
  await soon(() => page.title()).toMatch(/^Restaurants near 10036/)
  await lightUpTogether(page)

  await openOnMap(page)
  const first = await cards(page).allInnerTexts()
  const second = page.getByRole('link', { name: 'Page 2', exact: true })
  await tabTo(page, second, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**pageNo=2**')
  await soon(() => page.locator('main nav [aria-current="page"]').innerText()).toBe('2')
  await soon(async () => first.includes(await cards(page).first().innerText())).toBe(false)
  const table = await freeTableOn(page, address)
  await tabTo(page, page.locator(`main article h3 a[href="${table.path}"]`))
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${table.path}`)

  const code = await bookByKeyboard(page, table)
  expect(await tablesOf(address, 'member@skyward.example', table.merchantId)).toBe(1)
  const dialog = page.getByRole('dialog')
  await page.goto(`${address}/account/reservations`)
  await waitForRest(page)
  const row = page.locator('main li', { hasText: code })
  await tabTo(page, row.getByRole('button', { name: /Cancel this booking/ }))
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Cancel this booking' }))
  await page.keyboard.press('Enter')
  await row.getByText('Canceled').waitFor()
  await expect.poll(() => tablesOf(address, 'member@skyward.example', table.merchantId)).toBe(0)
})

const cards = (page: Page) => page.locator('main li article h3')
const markers = (page: Page) => page.locator('main button[data-key]')
const pins = (page: Page) => page.locator('main button[data-id]')

/** Wait until the page's results are on the map and no marker changes. */
async function waitForMap(page: Page): Promise<void> {
  let before = ''
  await expect
    .poll(
      async () => {
        const after = await markers(page).evaluateAll(all => all.map(({ outerHTML }) => outerHTML).join())
        const isStable = after !== '' && after === before
        before = after
        return isStable
      },
      { timeout: 60_000, intervals: [1_000] },
    )
    .toBe(true)
}

/** Run an action, and wait for its search and the map. */
async function withMap(page: Page, search: string, act: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse(
    response => response.url().includes('/Merchants/Search?') && response.url().includes(search),
  )
  await act()
  await answer
  await waitForMap(page)
}

/** Hovered or focused, a card and its marker are both highlighted. */
async function lightUpTogether(page: Page): Promise<void> {
  const shown = await pins(page).evaluateAll(all => all.map(pin => (pin as HTMLElement).dataset.id))
  const listed = await page
    .locator('li[data-merchant]')
    .evaluateAll(all => all.map(card => (card as HTMLElement).dataset.merchant))
  const id = listed.find(one => shown.includes(one))
  const card = page.locator(`li[data-merchant="${id}"]`)
  const pin = page.locator(`main button[data-id="${id}"]`)
  for (const light of [() => card.hover(), () => pin.focus(), () => card.locator('h3 a').focus()]) {
    await light()
    await soon(() => card.getAttribute('data-active')).toBe('true')
    await soon(() => pin.getAttribute('data-active')).toBe('true')
  }
}

/** On small screens the map replaces the list. */
async function switchToMap(page: Page): Promise<void> {
  await page.setViewportSize({ width: phone, height: 844 })
  await page.getByRole('link', { name: 'Show map' }).click()
  await page.waitForURL('**view=map**')
  await markers(page).first().waitFor()
  await inspect(page, 'all', 'main', [phone])
  await page.getByRole('link', { name: 'Show list' }).click()
  await soon(() => page.url()).not.toContain('view=map')
  await page.setViewportSize({ width: desk, height: 900 })
}

/** It is a restaurant on this page with a table for two. */
async function freeTableOn(page: Page, address: string): Promise<FreeTable> {
  const paths = await cards(page)
    .locator('a')
    .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
  return freeTableAmong(
    address,
    paths.map(path => path.replace('/merchants/', '')),
  )
}

/** Zoom in until a marker is a single restaurant, and open it: wide, and on a phone where the map replaces the list. */
async function openOnMap(page: Page): Promise<void> {
  await tabTo(page, markers(page).first())
  const focused = () =>
    page.evaluate(() => {
      const { key, id } = (document.activeElement as HTMLElement).dataset
      return { key: key ?? '', id: id ?? '' }
    })
  for (let left = 8; left > 0 && (await focused()).id === ''; left--) {
    const { key } = await focused()
    await page.keyboard.press('Enter')
    await soon(async () => ['', key].includes((await focused()).key)).toBe(false)
    await waitForMap(page)
  }
  const { id } = await focused()
  const pin = page.locator(`main button[data-id="${id}"]`)
  const name = (await pin.getAttribute('aria-label'))!.split(',')[0]!
  await page.keyboard.press('Enter')
  const card = page.getByRole('region', { name, exact: true })
  const link = card.getByRole('link', { name, exact: true })
  await expect(link).toHaveAttribute('href', `/merchants/${id}`)
  await tabTo(page, link)
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'detached' })
  await soon(() => hasFocus(pin)).toBe(true)
  await page.keyboard.press('Enter')
  await card.waitFor()
  await inspect(page, 'all', 'main', [desk])
  await switchToMap(page)
}

async function bookByKeyboard(page: Page, { date }: FreeTable): Promise<string> {
  const dialog = page.getByRole('dialog')
  await askForTimes(page, date)
  await tabTo(page, times(page).nth(1))
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await soon(() => hasFocus(times(page).nth(1))).toBe(true)
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('link', { name: 'Sign in and continue' }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/login?**')
  await typeInto(page, page.locator('[name="userName"]'), 'member@skyward.example')
  await typeInto(page, page.locator('[name="password"]'), demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/merchants/**')
  const code = await confirmTable(page)
  // The dialog traps the focus.
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.matches('main *:not(dialog *)'))).toBe(false)
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await soon(() => page.evaluate(() => document.activeElement?.closest('#reserve') !== null)).toBe(true)
  return code
}
