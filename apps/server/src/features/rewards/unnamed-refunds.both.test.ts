import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { weekdays } from '@dineward/core/shared/local-date.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { importTransactions } from '../card-events/files/transactions.import.ts'
import { problemsWithPlanted } from '../ledger/ledger-for-test.ts'

const app = await createTestApp()
const folder = mkdtempSync(join(tmpdir(), 'dw-refunds-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const clearing = 'transaction.clearing'
const refund = 'transaction.refund'
const [monday, friday] = ['2026-03-02T19:30:00', '2026-03-06T19:30:00']

/** $200 on a Monday, $195 on a Friday that earns nothing. */
async function mondayAndFriday(codes: { monday?: string; friday?: string } = {}): Promise<CardNetwork> {
  const terms = { benefitDays: weekdays.filter(day => day !== 'Fri') }
  const network = await newCardNetwork(app, { terms })
  await network.deliver(clearing, { amount: 200, datetime: monday, authCode: codes.monday ?? null })
  await network.deliver(clearing, { amount: 195, datetime: friday, authCode: codes.friday ?? null })
  expect(await network.balance()).toBe(600)
  return network
}

const tickets = async (network: CardNetwork) =>
  (await network.activity()).map(({ ticketAmount }) => ticketAmount)

describe('a refund that names no dine (edge case 6)', () => {
  const later = '2026-03-07T12:00:00'

  test('the code of the dine that earned -> takes from that one, not from the newest', async () => {
    const network = await mondayAndFriday({ monday: 'M1', friday: 'F1' })
    const taken = { id: randomUUID(), amount: -190, datetime: later, authCode: 'M1' }
    await network.deliver(clearing, taken)
    await network.deliver(refund, taken)
    expect(await network.balance()).toBe(30)
    expect(await tickets(network)).toEqual([195, 10])
  })

  test('a row of a file -> the dine with its code', async () => {
    const network = await mondayAndFriday({ monday: 'M1', friday: 'F1' })
    const file = join(folder, 'refunds.csv')
    const row = [randomUUID(), network.cardId, network.merchant.id, '-190.00', 'USD', later, 'M1']
    writeFileSync(file, `transactionId,cardId,merchantId,amount,currency,datetime,authCode\n${row.join()}`)
    const { accepted } = await importTransactions({ db: app.database.db, clock: app.clock }, file)
    await network.processAll()
    expect(accepted).toBe(1)
    expect(await network.balance()).toBe(30)
  })

  test('planted at the dine without its code -> the ledger check finds it', async () => {
    const network = await mondayAndFriday({ monday: 'M1', friday: 'F1' })
    const id = randomUUID()
    await network.deliver(refund, { id, amount: -190, datetime: later, authCode: 'M1' })
    const { db } = app.database
    const friday = await db
      .selectFrom('dines')
      .select('id')
      .where('partnerId', '=', network.partner.slug)
      .where('clearedCents', '=', 19_500)
      .executeTakeFirstOrThrow()
    const problems = await problemsWithPlanted(db, network.partner.slug, trx =>
      trx
        .updateTable('dineAmounts')
        .set({ dineId: friday.id })
        .where('sourceKey', '=', `refund:${id}`)
        .where('partnerId', '=', network.partner.slug)
        .execute(),
    )
    const rule = 'a refund takes from another dine than the one with its authorization code'
    expect(problems).toContain(`${rule}: ${network.partner.slug} refund:${id}`)
  })
})
