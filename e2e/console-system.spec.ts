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
  await page.getByPlaceholder('Go to a page, or find a member or restaurant').fill('audit')
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
