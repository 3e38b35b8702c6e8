import type { Page } from '@playwright/test'
import { inspect, openPage, type PageOptions, startSession, waitForRest } from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'
import { codeIn, freeTable, times } from './support/tables.ts'

const on = setUpSharedProduct()
const skyward = () => on.product.address('skyward')

async function memberPage(path: string): Promise<Page> {
  const { page } = await openPage(on.browser, { width: 390, height: 844 })
  await startSession(page, skyward(), 'vip@skyward.example')
  await page.goto(skyward() + path)
  await waitForRest(page)
  return page
}

async function guestPage(address: string, options: PageOptions = {}): Promise<Page> {
  const { page } = await openPage(on.browser, { width: 390, height: 844 }, options)
  await page.goto(address)
  return page
}

const nameOf = (page: Page) => page.getByRole('heading', { level: 1 }).innerText()
const linkIn = (page: Page, label: string) => page.getByLabel(label).inputValue()

test('a list is made, shared and voted on by two guests; its owner books the winner', async () => {
  const [first, second] = [await freeTable(skyward(), 4), await freeTable(skyward(), 5)]
  const owner = await memberPage(first.path)
  const dialog = owner.getByRole('dialog')
  await owner.getByRole('button', { name: 'Save to a list' }).click()
  await dialog.getByText('You have no lists yet').waitFor()
  await dialog.getByLabel('New list').fill('Date night')
  await dialog.getByRole('button', { name: 'Create list' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Date night' })).toBeChecked()
  await inspect(owner, 'all', 'dialog[open]')
  await dialog.getByRole('button', { name: 'Done' }).click()

  await owner.goto(skyward() + second.path)
  await waitForRest(owner)
  const winner = await nameOf(owner)
  await owner.getByRole('button', { name: 'Save to a list' }).click()
  await dialog.getByText('Date night').click()
  await expect(dialog.getByRole('checkbox', { name: 'Date night' })).toBeChecked()

  await owner.goto(`${skyward()}/account/favorites`)
  await waitForRest(owner)
  await inspect(owner)
  await owner.getByRole('link', { name: 'Date night' }).click()
  await owner.getByRole('heading', { name: 'Date night', level: 1 }).waitFor()
  await owner.getByRole('button', { name: 'Share' }).click()
  const shared = await linkIn(owner, 'Link to the list')
  await inspect(owner)

  const visitor = await guestPage(shared)
  await expect(visitor.locator('main article')).toHaveCount(2)
  await visitor.getByText(/A list by /).waitFor()
  await inspect(visitor)

  await owner.getByRole('button', { name: 'Vote on dinner' }).click()
  await dialog.getByLabel('Date').fill(second.date)
  await inspect(owner, 'all', 'dialog[open]')
  await dialog.getByRole('button', { name: 'Start the vote' }).click()
  await owner.waitForURL('**/votes/*')
  const link = await linkIn(owner, 'Link for your guests')

  await vote(await guestPage(link), 'Ada', [winner, await otherPlace(owner, winner)])
  await vote(await guestPage(link, { javaScriptEnabled: false }), 'Bo', [winner])
  await expect(owner.getByText('2 votes')).toBeVisible({ timeout: 15_000 })
  await owner.getByRole('button', { name: 'Remove Ada' }).waitFor()
  await inspect(owner)

  await owner.getByRole('button', { name: 'Close the vote' }).click()
  await owner.getByRole('link', { name: `Book a table at ${winner}` }).click()
  await owner.waitForURL(url => url.searchParams.get('date') === second.date)
  await waitForRest(owner)
  await times(owner).nth(2).click()
  await dialog.getByRole('button', { name: 'Book this table' }).click()
  await codeIn(dialog)
})

test('a place is removed from a list and put back, and the list is deleted', async () => {
  const { path } = await freeTable(skyward(), 6)
  const page = await memberPage(path)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Save to a list' }).click()
  await dialog.getByLabel('New list').fill('Someday')
  await dialog.getByRole('button', { name: 'Create list' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Someday' })).toBeChecked()
  await page.goto(`${skyward()}/account/favorites`)
  await waitForRest(page)
  await page.getByRole('link', { name: 'Someday' }).click()
  await page.getByRole('button', { name: / from this list$/ }).click()
  await page.getByRole('heading', { name: 'Nothing in this list yet' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('main article')).toHaveCount(1)
  await page.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete list' }).click()
  await page.waitForURL('**/account/favorites')
  await expect(page.getByRole('link', { name: 'Someday' })).toHaveCount(0)
})

test('a search is saved under a name, and opened from the saved places', async () => {
  const page = await memberPage('/search?location=New+York&cuisines=Sushi')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Save this search' }).click()
  await dialog.getByLabel('Name of the search').fill('Sushi in town')
  await dialog.getByRole('button', { name: 'Save search' }).click()
  await page.getByRole('alert').filter({ hasText: '“Sushi in town” is in your saved places.' }).waitFor()
  await page.goto(`${skyward()}/account/favorites`)
  await waitForRest(page)
  await page.getByRole('button', { name: 'Remove Sushi in town' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: 'Sushi in town' }).click()
  await page.waitForURL('**/search?location=New+York&cuisines=Sushi')
})

async function otherPlace(page: Page, name: string): Promise<string> {
  const names = await page.locator('main fieldset').getByRole('heading').allInnerTexts()
  return names.find(other => other !== name) ?? ''
}

async function vote(page: Page, name: string, places: readonly string[]): Promise<void> {
  for (const place of places) await page.getByRole('checkbox', { name: `Works for me: ${place}` }).check()
  await page.getByLabel('Your first name').fill(name)
  await page.getByRole('button', { name: 'Vote', exact: true }).click()
  await page.getByRole('button', { name: 'Change my vote' }).waitFor()
}
