import { codeAt, step } from '../apps/server/src/testing/sign-in/totp.ts'
import { demoPassword } from './support/api.ts'
import { inspect, openPage } from './support/browser.ts'
import { consoleAddress, openConsole } from './support/console.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'
import { addAuthenticator } from './support/passkey.ts'

const on = setUpSharedProduct()
const email = 'nora@dineward.example'
const ownPassword = 'Supper-For-4!-at-last'

test('console: printed password -> an own one; app, passkey; Enter proves by code, a button by passkey', async () => {
  const added = await on.product.command(
    'staff',
    'add',
    '--email',
    email,
    '--name',
    'Nora',
    '--role',
    'support',
  )
  const { page } = await openPage(on.browser, undefined, { allowedErrors: /status of 40[013]/ })
  await addAuthenticator(page)
  const field = (label: string) => page.locator('input').and(page.getByLabel(label))
  const fillAndEnter = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values)) await field(label).fill(value)
    await page.keyboard.press('Enter')
  }

  await page.goto(`${consoleAddress(on)}/sign-in?back=%2Fme`)
  await fillAndEnter({ Email: email, Password: /password (\S+)/.exec(added)![1]! })
  await page.getByRole('heading', { name: 'Choose your own password' }).waitFor()
  await fillAndEnter({ 'New password': 'password1234' })
  await page.getByText('This password is too common').waitFor()
  await inspect(page, 'all', null, [390])
  await fillAndEnter({ 'New password': ownPassword })

  await page.getByRole('button', { name: 'Set up' }).press('Enter')
  await expect(field('Your password')).toBeFocused()
  const answer = page.waitForResponse('**/Account/Authenticator')
  await fillAndEnter({ 'Your password': ownPassword })
  const { secret } = await (await answer).json()
  await fillAndEnter({ Code: codeAt(secret, Date.now()) })
  await page.getByRole('button', { name: 'I have kept them' }).press('Enter')

  await page.getByRole('button', { name: 'Add a passkey' }).press('Enter')
  await page.getByLabel('Name, such as').fill('Work laptop')
  // A code counts once, and may be early.
  await fillAndEnter({ 'Your password': ownPassword, Code: codeAt(secret, Date.now() + step) })
  await page.getByRole('button', { name: 'Remove Work laptop' }).press('Enter')
  await fillAndEnter({ 'Your password': ownPassword, Code: '000000' })
  await page.getByText('This code is not right').waitFor()
  await inspect(page, 'all', null, [390])
  await page.getByRole('button', { name: 'Use a passkey instead of the code' }).press('Enter')
  await page.getByText('The passkey is removed.').waitFor()
})

test('console: proof too old -> one dialog asks, keeps what was typed, and the change is made', async () => {
  const about = 'pat@dineward.example'
  await on.product.command('staff', 'add', '--email', about, '--name', 'Pat', '--role', 'viewer')
  const page = await openConsole(on, 'admin@dineward.example', {
    path: '/staff?query=pat%40',
    allowedErrors: /status of 40[13]/,
  })
  const refusal = { code: 'reauthentication_required', message: 'Confirm that it is you.' }
  await page.route('**/Deactivate', route => route.fulfill({ status: 403, json: refusal }), { times: 2 })
  await page.getByRole('link', { name: 'Pat', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Deactivate' }).press('Enter')
  await page.getByLabel('Reason').fill('Left the company.')
  await page.keyboard.press('Tab')
  const confirm = page.getByRole('dialog').last().getByRole('button', { name: 'Deactivate' })
  await confirm.press('Enter')
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await proof.getByRole('button', { name: 'Cancel' }).press('Enter')
  await page.getByText('Confirm that it is you.').waitFor()
  await expect(page.getByLabel('Reason')).toHaveValue('Left the company.')
  await inspect(page, 'all', null, [390, 1280])
  await confirm.press('Enter')
  await expect(proof.getByLabel('Your password').and(page.locator('input'))).toBeFocused()
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await page.getByText(`The account ${about} is changed.`).waitFor()
})
