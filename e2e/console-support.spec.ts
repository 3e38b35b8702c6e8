import { type ApiUser, apiUser, signIn } from './support/api.ts'
import { inspect, openPage } from './support/browser.ts'
import { mailTo, openConsole } from './support/console.ts'
import { earnedDine } from './support/dines.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'
import { hasFocus } from './support/keyboard.ts'

const on = setUpSharedProduct()

async function memberOf(partner: string, email: string): Promise<ApiUser> {
  const member = apiUser(on.product.address(partner))
  await signIn(member, email)
  return member
}

/** That a person is to answer: restaurants differ in the days on which they earn. */
async function reportDine(member: ApiUser): Promise<{ id: string; merchantName: string }> {
  const { body } = await member.get<{ merchants: { id: string }[] }>('/api/v2/Merchants/Search?pageSize=30')
  const dinedOn = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)
  for (const { id: merchantId } of body.merchants) {
    const report = { merchantId, dinedOn, amount: 61.17, note: 'We sat outside' }
    const answer = await member.send<{ claim: { id: string; state: string; merchantName: string } }>(
      'POST',
      '/api/Member/Claims',
      report,
    )
    const { claim } = answer.body
    if (claim && !['approved', 'declined'].includes(claim.state)) return claim
  }
  throw new Error('every claim was answered at once')
}

test('claim: found by keyboard, taken, noted, declined on a phone in prepared words -> the member reads why', async () => {
  // Else the network finds the payment, which approves the claim.
  await on.product.command('sandbox', 'missing', 'pending')
  const member = await memberOf('harbor', 'vip@harbor.example')
  const { id, merchantName } = await reportDine(member)
  const page = await openConsole(on, 'support@dineward.example', {
    path: '/claims?partner=harbor',
    viewport: { width: 390, height: 844 },
  })
  await page.getByRole('heading', { name: 'Claims', level: 1 }).waitFor()
  await inspect(page, 'all', null, [390])
  const link = page.getByRole('link', { name: merchantName }).first()
  await link.waitFor()
  await expect(async () => {
    await page.keyboard.press('j')
    expect(await hasFocus(link)).toBe(true)
  }).toPass()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/claims/${id}?partner=harbor`)
  await page.getByText('We sat outside').waitFor()
  await page.getByRole('button', { name: 'Take it' }).click()
  await page.getByText('Taken by Sam Ortiz.').waitFor()
  await page.getByLabel('New note').fill('The restaurant knows of no such bill.')
  await page.getByRole('button', { name: 'Add the note' }).click()
  await page.getByText('The note is added.').waitFor()
  await page.getByRole('combobox', { name: 'Prepared answers' }).click()
  await page.getByRole('option', { name: 'Paid with another card' }).click()
  const reason = page.getByLabel('Reason')
  await expect(reason).toHaveValue(/\$61\.17 with a linked card/)
  await reason.fill(`The receipt is of another evening. ${await reason.inputValue()}`)
  await inspect(page, 'all', null, [1280])
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByText('Declined. The member was told.').waitFor()
  const { body } = await member.get<{ items: { id: string; answer: string }[] }>('/api/Member/Claims')
  expect(body.items.find(one => one.id === id)?.answer).toContain('The receipt is of another evening.')
})

test('adjustment above the limit: its author cannot approve it, another person can', async () => {
  const admin = await openConsole(on, 'admin@dineward.example', {
    path: '/',
    allowedErrors: /status of 40[19]/,
  })
  await admin.getByRole('heading', { name: 'Hello, Ada' }).waitFor()
  await admin.keyboard.press('Control+k')
  await admin.getByPlaceholder('Go to a page, or find a member, dine or restaurant').fill('vip@harbor')
  await admin.getByRole('button', { name: /vip@harbor\.example/ }).click()
  await admin.getByRole('button', { name: 'Adjust the balance' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Dollars').fill('75')
  await dialog.getByLabel('Reason').fill('A dinner that went wrong')
  await inspect(admin, 'all', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Give $75.00' }).click()
  await admin.getByText('Give $75.00: $75.00 is above what one person may do alone.').waitFor()
  await admin.getByRole('link', { name: 'Approvals' }).click()
  const row = admin.getByRole('row', { name: /Give \$75\.00/ })
  await row.getByRole('link').click()
  await admin.getByText('You asked for it: another person decides.').waitFor()
  await inspect(admin, 'all', null, [390, 1280])

  const finance = await openConsole(on, 'finance@dineward.example', { path: '/approvals' })
  await finance
    .getByRole('row', { name: /Give \$75\.00/ })
    .getByRole('link')
    .focus()
  await finance.keyboard.press('Enter')
  await finance.getByRole('button', { name: 'Approve' }).press('Enter')
  await finance.getByRole('dialog').getByRole('button', { name: 'Approve and do it' }).click()
  await finance.getByText('Done: Give $75.00.').waitFor()
  await expect(finance.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  await admin.getByRole('button', { name: 'Withdraw' }).click()
  await dialog.getByLabel('Reason').fill('Asked for twice')
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await admin.getByText('Approved', { exact: true }).waitFor()
})

test('new address, by keyboard: support has a link mailed, the button on the site makes it the member’s', async () => {
  const email = 'newer@cellwave.test'
  const page = await openConsole(on, 'support@dineward.example', { path: '/members' })
  await page.getByLabel('Find a member').waitFor()
  await page.keyboard.type('locked@cellwave')
  const found = page.locator('main tbody').getByRole('link').first()
  await found.waitFor()
  await found.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Actions' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Change the email address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New email address').fill(email)
  await dialog.getByLabel('Reason').fill('Knew the last dines and the card')
  await inspect(page, 'all', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Mail the link' }).click()
  await page.getByText('A new email address waits to be confirmed').waitFor()
  await inspect(page, 'all', null, [390])

  const link = /https?:\S+\/change_email\?token=\S+/
  const site = await openPage(on.browser, undefined, { javaScriptEnabled: false })
  await site.page.goto(link.exec(await mailTo(on, 'cellwave', email, link))?.[0] ?? '')
  await site.page.getByRole('button', { name: 'Use this address' }).click()
  await site.page.getByRole('heading', { name: 'Your email address is changed' }).waitFor()
  await mailTo(on, 'cellwave', 'locked@cellwave.example', /our support was asked for it/)
  await page.reload()
  await page.getByRole('link', { name: email }).waitFor()
  await expect(page.getByText('A new email address waits to be confirmed')).toHaveCount(0)
})

test('why, by keyboard from a transaction id; the member’s pages refuse a change; an erasure is canceled', async () => {
  const member = await memberOf('skyward', 'member@skyward.example')
  const { sourceTransactionId, merchantName } = await earnedDine(member)
  const page = await openConsole(on, 'support@dineward.example', {
    path: '/members',
    // The page is signed out at first; later the change is refused.
    allowedErrors: /status of (401|403)/,
  })
  await page.getByLabel('Find a member').waitFor()
  await page.keyboard.type(sourceTransactionId)
  await page.getByRole('link', { name: merchantName }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: merchantName, level: 1 }).waitFor()
  await page.getByText('Amount that earns').waitFor()
  await page.getByText('All times are the restaurant’s').waitFor()
  await inspect(page, 'all', null, [1280])
  await page.getByRole('button', { name: 'Mail it' }).focus()
  await page.keyboard.press('Enter')
  const asked = page.getByRole('dialog')
  await asked.getByLabel('Reason').fill('The member asked by phone')
  await asked.getByRole('button', { name: 'Mail it' }).click()
  await page.getByText('The mail is on its way.').waitFor()
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').last().click()
  await page.getByText('member@skyward.example').first().waitFor()
  await page.getByText(`Your question about ${merchantName}`).first().waitFor()
  await inspect(page, 'all', null, [390])
  await page.getByRole('checkbox', { name: 'Changes' }).focus()
  await page.keyboard.press('Space')
  await page.getByText('Question about a dine answered').waitFor()

  await page.getByRole('link', { name: 'See what they see' }).click()
  await page.getByLabel('Reason').fill('A dine is said to be missing')
  await page.getByRole('button', { name: 'Look' }).click()
  const site = page.frameLocator('iframe')
  await site.getByRole('heading', { level: 1 }).waitFor()
  const frame = page.frame('radmin-emulation')!
  await frame.goto(`${on.product.address('skyward')}/search`)
  await site.getByRole('region', { name: /^Messages/ }).waitFor({ state: 'attached' })
  const refused = await frame.evaluate(async () => {
    const { csrfToken } = await (await fetch('/api/CSRF')).json()
    const answer = await fetch('/api/Member/Sessions?id=others', {
      method: 'DELETE',
      headers: { 'x-xsrf-token': csrfToken },
    })
    return (await answer.json()).code
  })
  expect(refused).toBe('emulation_read_only')
  // The site listens once its script runs.
  await expect(async () => {
    await page.evaluate(() => frames[0]!.postMessage('radmin-emulation-exit', '*'))
    await site.getByRole('heading', { name: 'You are signed out' }).waitFor({ timeout: 2_000 })
  }).toPass()
  await page.getByRole('link', { name: 'Leave' }).click()

  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Erase the member' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Asked for by phone')
  await inspect(page, 'all', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Erase the member' }).click()
  await page.getByText('Is being erased').waitFor()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Cancel the erasure' }).click()
  await dialog.getByLabel('Reason').fill('A misunderstanding')
  await dialog.getByRole('button', { name: 'Keep the member' }).click()
  await page.getByText('The member stays.').waitFor()
})
