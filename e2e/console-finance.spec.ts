import { readFile } from 'node:fs/promises'
import { movementFigureNames } from '@dineward/core/ledger/figures.ts'
import { formatCents } from '@dineward/core/shared/format.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import { type ApiUser, apiUser, signIn } from './support/api.ts'
import { inspect } from './support/browser.ts'
import { newCharge, sendEvent } from './support/card-network.ts'
import { approveInConsole, mailTo, openConsole } from './support/console.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'

const on = setUpSharedProduct()

const monthName = (date: Date) =>
  date.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

test('a month is closed once; a refund afterwards lowers the next month and not this one', async () => {
  const today = new Date()
  // It is in the program's time zone.
  const thisMonth = localDateAt('America/New_York', today).slice(0, 7)
  const lastMonth = new Date(`${thisMonth}-15T20:00:00Z`)
  lastMonth.setUTCMonth(lastMonth.getUTCMonth() - 1)
  const member = apiUser(on.product.address('harbor'))
  const charge = { ...(await newHarborCharge(member)), madeAt: lastMonth }
  expect(await sendEvent(on.product, 'transaction.clearing', charge)).toBe(200)
  const dinesOfMonth = `/api/Member/Transactions?merchantId=${charge.merchantId}`
  const listed = async () => JSON.stringify((await member.get(dinesOfMonth)).body)
  await expect.poll(listed).toContain(charge.id)

  const page = await openConsole(on, 'finance@dineward.example', { path: '/finance/periods?partner=harbor' })
  const close = page.getByRole('button', { name: `Close ${monthName(lastMonth)}` })
  await close.waitFor()
  const second = await page.context().newPage()
  await second.goto(page.url())
  await second.getByRole('button', { name: `Close ${monthName(lastMonth)}` }).waitFor()
  await inspect(page, 'all', null, [390])
  await close.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Close the month' }).press('Enter')
  await page.getByText('one person cannot do it alone').waitFor()
  await approveInConsole(on, /^Close .* for good/)
  await page.reload()
  await page.getByRole('link', { name: monthName(lastMonth) }).press('Enter')
  await page.getByText('Closed, and unchanged since').waitFor()
  const restaurants = page.getByRole('table', { name: /Statements of restaurants/ })
  await restaurants.getByRole('row').nth(1).waitFor()
  const billed = await restaurants.getByRole('row').allTextContents()
  await inspect(page, 'all', null, [1280])

  // The other window still shows it as open.
  await second.getByRole('button', { name: `Close ${monthName(lastMonth)}` }).click()
  await second.getByRole('button', { name: 'Close the month' }).click()
  await second.getByText('This month was closed already. Corrections go into the next one.').waitFor()
  await second.close()

  const refund = { ...charge, id: crypto.randomUUID(), amount: -40, madeAt: today }
  const status = await sendEvent(on.product, 'transaction.refund', {
    ...refund,
    originalTransactionId: charge.id,
  })
  expect(status).toBe(200)
  await expect
    .poll(async () => {
      const { items } = await page.evaluate(
        async path => (await fetch(path)).json(),
        `/api/Console/Finance/MerchantStatements?partner=harbor&month=${thisMonth}`,
      )
      return items.find((one: Corrected) => one.merchantId === charge.merchantId)?.correctedNetCents
    })
    .toBe(-4_000)
  await page.reload()
  await page.getByText('Closed, and unchanged since').waitFor()
  await restaurants.waitFor()
  await expect(restaurants.getByRole('row')).toHaveText(billed)
})

test('every figure of a month opens into rows with its sum, by keyboard', async () => {
  const month = localDateAt('America/New_York', new Date(Date.now() - 30 * 86_400_000)).slice(0, 7)
  const path = `/finance/statements?partner=harbor&month=${month}`
  const page = await openConsole(on, 'finance@dineward.example', { path })
  await page.getByText('Adds up', { exact: true }).waitFor()
  const read = (call: string, query: Record<string, string>) =>
    page.evaluate(
      async address => (await fetch(address)).json(),
      `/api/Console/Finance/${call}?${new URLSearchParams(query)}`,
    )
  for (const partner of ['harbor', 'skyward']) {
    const { movements } = await read('PartnerStatement', { partner, month })
    for (const figure of movementFigureNames.filter(name => name !== 'outstanding')) {
      const { total } = await read('Postings', { partner, month, figure })
      expect(total.units, `${figure} of ${partner}`).toBe(movements[figure])
    }
    const { total } = await read('Postings', { partner, until: month, figure: 'outstanding' })
    expect(total.units).toBe(movements.closing)
    const { items } = await read('MerchantStatements', { partner, month })
    const { sums } = await read('StatementDines', { partner, month })
    const billed = items.reduce((sum: number, one: Billed) => sum + one.netCents - one.correctedNetCents, 0)
    expect(sums.figure.spentCents - sums.figure.refundedCents).toBe(billed)
    expect((await read('Bridge', { partner, month })).addsUp).toBe(true)
  }

  await page.getByRole('link', { name: 'Earned by dines' }).press('Enter')
  await page.getByText('Equals the report').waitFor()
  await inspect(page, 'all', null, [390, 1280])
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).press('Enter')
  expect((await saved).suggestedFilename()).toBe('postings-harbor.csv')
  await page.goBack()
  await page.getByRole('link', { name: 'Net spend' }).press('Enter')
  await page.getByRole('table', { name: 'Dines, the newest first' }).waitFor()
  await inspect(page, 'all', null, [390])
})

test('insight: figures, charts and their tables, by period', async () => {
  const page = await openConsole(on, 'viewer@dineward.example', { path: '/insight?partner=harbor&days=90' })
  await page.getByRole('heading', { name: 'Dines by day' }).waitFor()
  await page.getByText('As a table').first().click()
  await page.getByRole('table', { name: 'Dines by day' }).waitFor()
  await inspect(page, 'all', null, [390])

  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Go to a page, or find a member, dine or restaurant').fill('retention')
  await page.keyboard.press('Enter')
  await page.getByRole('table', { name: 'First dine, by months after joining' }).waitFor()
  await inspect(page, 'all', null, [390, 1280])
  await page.goto(`${new URL(page.url()).origin}/insight/effects`)
  await page.getByRole('table', { name: 'Silent restaurants' }).waitFor()
  await inspect(page, 'all', null, [390, 1280])
  await page.goto(`${new URL(page.url()).origin}/`)
  await page.getByRole('heading', { name: 'The last 14 days' }).waitFor()
  await page.getByText('As a table').first().press('Enter')
  await page.getByRole('table', { name: 'Dines' }).waitFor()
  await inspect(page, 'all', null, [390, 1280])
})

test('a report: built by keyboard, drawn, saved, asked for by mail, and opened again', async () => {
  const page = await openConsole(on, 'viewer@dineward.example', { path: '/insight/report?partner=harbor' })
  await page.getByText('Choose what to measure').waitFor()
  await inspect(page, 'all', null, [390])
  const measure = page.getByRole('combobox', { name: 'Measure' })
  await measure.fill('Spend')
  await page.getByRole('option', { name: 'Spend', exact: true }).waitFor()
  await measure.press('ArrowDown')
  await measure.press('Enter')
  await measure.press('Escape')
  await page.goto(`${page.url()}&by=month,tier&period=last_12_months`)
  await page.getByRole('heading', { name: 'Spend by month and tier' }).waitFor()
  await page.getByText('As a table').first().press('Enter')
  await page.getByRole('table', { name: 'Spend by month and tier' }).waitFor()
  await inspect(page, 'all', null, [390, 1280])

  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await page.getByLabel('Name').fill('Spend by tier')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByRole('heading', { name: 'Spend by tier', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Mail it to me' }).press('Enter')
  await page.getByText('To viewer@dineward.example alone').waitFor()
  await inspect(page, 'all', null, [390])
  await page.getByRole('dialog').getByRole('button', { name: 'Mail it' }).press('Enter')
  await page.getByRole('button', { name: 'Change the mail' }).waitFor()

  // The first mail comes at once. Its link opens the report, which has its rows as a file.
  const mailed = await mailTo(on, 'harbor', 'viewer@dineward.example', /Spend by tier/)
  await page.goto(/https?:\/\/\S+\/insight\/report\?\S+/.exec(mailed)![0])
  await page.getByRole('heading', { name: 'Spend by tier', level: 1 }).waitFor()
  await page.getByRole('heading', { name: 'Spend by month and tier' }).waitFor()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV', exact: true }).last().press('Enter')
  const [head, ...lines] = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n')
  expect(head).toBe('Month,Tier,Spend')
  const [, tier, spend] = lines[0]!.split(',')
  const cents = Math.round(Number(spend) * 100)
  expect(mailed).toContain(`${tier} | ${formatCents(cents)}`)

  await page.goto(`${new URL(page.url()).origin}/insight/reports`)
  await page.getByRole('button', { name: 'Every Monday: Spend by tier' }).waitFor()
  await inspect(page, 'all', null, [390, 1280])
  await page.getByRole('button', { name: 'End mail of the report “Spend by tier”' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'End the mail' }).press('Enter')
  await page.getByText('It is no longer mailed to you.').waitFor()
  await page.getByRole('link', { name: 'Spend by tier' }).press('Enter')
  await page.getByRole('heading', { name: 'Spend by month and tier' }).waitFor()
})

test('a network’s file: compared, recorded, and explained by keyboard', async () => {
  const path = '/finance/reconciliation'
  const page = await openConsole(on, 'finance@dineward.example', { path })
  // The row is of a day on which nothing arrived.
  const row = 'a-lost-payment,clearing,42.50,2001-02-03,900'
  const text = `transaction_id,kind,amount,date,mid\n${row}\n=1+1${row}\n`
  const file = { name: 'day.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Compare' }).press('Enter')
  await page.getByRole('cell', { name: 'is a formula' }).waitFor()
  await inspect(page, 'all', null, [1280])
  await page.getByRole('button', { name: 'Record 1 difference' }).press('Enter')
  const listed = page.getByRole('row', { name: /a-lost-payment/ })
  await listed.getByRole('button', { name: 'Explain' }).press('Enter')
  await page.getByLabel('Reason').fill('Kept back by the network.')
  await page.getByRole('dialog').getByRole('button', { name: 'Explain' }).press('Enter')
  await page.getByText('It stays listed until it is resolved.').waitFor()
  await listed.waitFor({ state: 'hidden' })
})

test('the journal of this month is downloaded, and its name says that the month is open', async () => {
  const month = localDateAt('America/New_York', new Date()).slice(0, 7)
  const path = `/finance/exports?partner=harbor&month=${month}`
  const page = await openConsole(on, 'finance@dineward.example', { path })
  await page.getByText('No exports yet').waitFor()
  await inspect(page, 'all', null, [390, 1280])
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the journal' }).press('Enter')
  expect((await saved).suggestedFilename()).toBe(`journal-harbor-${month}-open.csv`)
})

/** $100 on a member's card, at a restaurant of the program that earns every day. */
async function newHarborCharge(user: ApiUser) {
  await signIn(user, 'vip@harbor.example')
  const cards = await user.get<{ items: { id: string }[] }>('/api/Member/Cards')
  const near = '/api/v2/Merchants/Search?latitude=40.7577&longitude=-73.9857&pageSize=20'
  const { merchants } = (await user.get<{ merchants: { id: string }[] }>(near)).body
  for (const { id } of merchants) {
    const { body } = await user.get<Merchant>(`/api/v2/Merchants/${id}`)
    const isLimited = body.maximumSpendPerMonthCents !== null || body.maximumVisitsPerMonth !== null
    if (!isLimited && body.benefitAvailability.weekdays.length === 7 && !body.details.highlight)
      return newCharge(cards.body.items[0]!.id, id, 100)
  }
  throw new Error('no restaurant nearby earns every day')
}

interface Billed {
  netCents: number
  correctedNetCents: number
}

interface Corrected {
  merchantId: string
  correctedNetCents: number
}

interface Merchant {
  benefitAvailability: { weekdays: string[] }
  details: { highlight: string | null }
  maximumSpendPerMonthCents: number | null
  maximumVisitsPerMonth: number | null
}
