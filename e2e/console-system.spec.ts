import { readFile } from 'node:fs/promises'
import { demoPassword } from './support/api.ts'
import { inspect } from './support/browser.ts'
import { newCharge, sendEvent } from './support/card-network.ts'
import { openConsole } from './support/console.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'
import { addAuthenticator } from './support/passkey.ts'

const on = setUpSharedProduct()
const admin = 'admin@dineward.example'

test('console: passkey added, signs in without a password; a refused event retried, and in the audit log', async () => {
  const page = await openConsole(on, admin, { path: '/me' })
  await addAuthenticator(page)
  await page.getByRole('button', { name: 'Add a passkey' }).press('Enter')
  await page.getByLabel('Name, such as').fill('Work laptop')
  await page.getByLabel('Your password').fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('rowheader', { name: 'Work laptop' }).waitFor()
  await inspect(page, 'all', null, [390])
  await page.getByRole('button', { name: 'Ada Okafor' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor()

  const charge = newCharge('no-such-card', 'no-such-place', 20)
  expect(await sendEvent(on.product, 'transaction.clearing', charge)).toBe(200)
  const retry = page.getByRole('button', { name: `Retry the event of ${charge.id}` })
  // Once the inbox has processed it.
  await expect(async () => {
    await page.goto(`${new URL(page.url()).origin}/system/inbox?transaction=${charge.id}`)
    await retry.waitFor({ timeout: 3_000 })
  }).toPass()
  await retry.press('Enter')
  await page.getByLabel('Reason').fill('The card is linked now.')
  await inspect(page, 'all', null, [1280])
  await page.getByRole('button', { name: 'Retry it' }).press('Enter')
  await page.getByText('The event is refused: card unknown.').waitFor()

  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Go to a page, or find a member, dine or restaurant').fill('audit')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  await page.getByRole('link', { name: 'Card event tried again' }).first().press('Enter')
  await page.getByRole('dialog').getByText('The card is linked now.').waitFor()
  await inspect(page, 'all', null, [390])
})

test('health: what a check found is repaired from its page, by keyboard', async () => {
  const page = await openConsole(on, admin, { path: '/system/health' })
  const retry = page.getByRole('button', { name: 'Retry parked events' })
  await retry.press('Enter')
  await page.getByLabel('Reason').fill('The restaurant is known now.')
  await page.getByRole('button', { name: 'Retry them' }).press('Enter')
  await page.getByText(/processed again\./).waitFor()
  await inspect(page, 'all', null, [390, 1280])
})

test('card events: two chosen and retried by keyboard; a saved view, and a file of every row', async () => {
  const page = await openConsole(on, admin, { path: '/system/inbox' })
  const charges = [1, 2].map(dollars => newCharge('no-such-card', 'no-such-place', dollars))
  for (const charge of charges) expect(await sendEvent(on.product, 'transaction.clearing', charge)).toBe(200)
  const boxes = charges.map(({ id }) => page.getByRole('checkbox', { name: `Choose the event of ${id}` }))
  // Once the inbox has processed them.
  await expect(async () => {
    await page.goto(`${new URL(page.url()).origin}/system/inbox?status=refused`)
    for (const box of boxes) await box.waitFor({ timeout: 3_000 })
  }).toPass()
  for (const box of boxes) await box.press('Space')
  await page.getByText('2 chosen').waitFor()
  await page.getByRole('button', { name: 'Retry: 2' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Retry: 2 chosen' })
  await dialog.getByLabel('Reason').fill('The cards are linked now.')
  await inspect(page, 'all', null, [1280])
  await dialog.getByRole('button', { name: 'Retry 2' }).press('Enter')
  await page.getByText('Retry: 2 done.').waitFor()
  await expect(page.getByText('2 chosen')).toBeHidden()

  await page.getByRole('button', { name: 'Saved views' }).press('Enter')
  await page.getByLabel('Name for this view').fill('Refused ones')
  await page.keyboard.press('Enter')
  await page.goto(`${new URL(page.url()).origin}/system/inbox`)
  await page.getByRole('button', { name: 'Saved views' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Refused ones' }).press('Enter')
  await page.waitForURL('**/system/inbox?status=refused')
  await boxes[0]!.waitFor()
  await inspect(page, 'all', null, [390])

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).press('Enter')
  const text = await readFile(await (await saved).path(), 'utf8')
  for (const { id } of charges) expect(text).toContain(id)
})
