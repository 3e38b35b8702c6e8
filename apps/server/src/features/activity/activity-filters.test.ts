import { weekdays } from '@dineward/core/shared/local-date.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newLinkedCard, newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient, type TestClient } from '../../testing/test-client.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { payoutsForTest } from '../payouts/payouts-for-test.ts'

const app = await createTestApp()
const { run, runFor } = payoutsForTest(app)
const dines = '/api/Member/Transactions'
const withCredits = '/api/Member/TransactionsStatementCredits'
const file = '/api/Member/Transactions.csv'

let member: TestClient
let merchantId: string
const cards = { first: '', second: '', secondAgain: '' }

/** Three dines and a statement credit of a member with a card that was removed and linked again. */
beforeAll(async () => {
  const network = await newCardNetwork(app, {
    like: 'harbor',
    settings: { payout: { thresholdCents: 100, delivery: 'Card' }, rewards: { holdDays: 0 } },
    terms: { benefitDays: weekdays.filter(day => day !== 'Sun') },
  })
  const owner = { partnerId: network.partner.slug, id: network.memberId }
  const linked = (fields: object) => newLinkedCard(app, owner, { cardToken: 'token-of-second', ...fields })
  const removed = { linkedAt: new Date('2025-01-01T00:00:00Z'), removedAt: new Date('2026-01-20T00:00:00Z') }
  cards.first = network.cardId
  cards.second = (await linked(removed)).id
  cards.secondAgain = (await linked({ linkedAt: new Date('2026-02-01T00:00:00Z') })).id
  const other = await newMerchant(app, network.partner, { name: '=SUM(A1) "Bistro", 100% new' })
  merchantId = other.id
  const dine = (id: string, datetime: string, card: string, place = network.merchant.id) => {
    const [usedCard, location] = [card, place].map(one => ({ metadata: { id: one } }))
    return { id, datetime, card: usedCard, location }
  }
  await network.deliver('transaction.clearing', dine('january', '2026-01-10T23:59:59', cards.second))
  app.clock.set('2026-02-20T12:00:00Z')
  await run(network)
  await runFor(network, 5)
  app.clock.set('2026-03-10T18:00:00Z')
  await network.deliverAll('transaction.clearing', [
    dine('february', '2026-02-10T19:30:00', cards.secondAgain, other.id),
    dine('march', '2026-03-01T00:00:00', cards.first),
  ])
  member = await signedInClient(app, network.partner, owner.id)
})

describe('activity by filters', () => {
  test.each<[string, () => string, string]>([
    ['none', () => '', 'march credit february january'],
    ['a first day, with it', () => 'from=2026-03-01', 'march'],
    ['a last day, with all of it', () => 'to=2026-01-10', 'january'],
    ['a month', () => 'from=2026-02-01&to=2026-02-28', 'credit february'],
    ['a status', () => 'status=Forfeit', 'march'],
    ['several statuses', () => 'status=Paid&status=Awarded', 'february january'],
    ['a card, also under its other link', () => `cardId=${cards.secondAgain}`, 'february january'],
    ['a card of another', () => 'cardId=other', ''],
    ['a restaurant', () => `merchantId=${merchantId}`, 'february'],
    ['a part of a name, in any case', () => 'merchantName=LUMEN', 'march january'],
    ['a name with the wildcards of SQL', () => 'merchantName=0%25%20n', 'february'],
    ['a wildcard that matches itself only', () => 'merchantName=_', ''],
    [
      'all of them together',
      () => `from=2026-01-01&status=Awarded&merchantName=bistro&merchantId=${merchantId}`,
      'february',
    ],
    ['a page past the last', () => 'pageNo=1000000', ''],
  ])('%s', async (_case, query, expected) => {
    const { data, totalResultSize } = (await member.get(`${withCredits}?${query()}`)).json()
    const ids = data.map(
      (row: { recordType: string; sourceTransactionId?: string }) =>
        row.sourceTransactionId ?? row.recordType.toLowerCase(),
    )
    expect(ids).toEqual(expected.split(' ').filter(Boolean))
    if (!query().includes('pageNo')) expect(totalResultSize).toBe(ids.length)
    const withoutCredits = (await member.get(`${dines}?${query()}`)).json().totalResultSize
    if (!query().includes('pageNo'))
      expect(withoutCredits).toBe(ids.filter((id: string) => id !== 'credit').length)
  })

  test.each([
    ['from=yesterday', 'from'],
    ['from=', 'from'],
    ['to=2026-02-30', 'to'],
    ['to=0000-01-01', 'to'],
    ['from=2026-03-02&to=2026-03-01', 'to'],
    ['status=Lost', 'status'],
    ['cardId=', 'cardId'],
    ['merchantId=a%00b', 'merchantId'],
    [`merchantName=${'x'.repeat(101)}`, 'merchantName'],
  ])('%s -> 400 that names the field, of the file too', async (query, field) => {
    for (const path of [dines, withCredits, file]) {
      const response = await member.get(`${path}?${query}`)
      expect(response.statusCode).toBe(400)
      expect(response.json().fieldErrors[0].field).toMatch(new RegExp(`^${field}`))
    }
  })
})

describe('activity as a file', () => {
  test('holds the rows of the filters, without formulas', async () => {
    const response = await member.get(`${file}?from=2026-02-01`)
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="[\w-]+-activity\.csv"$/),
      'cache-control': 'no-store',
    })
    expect(response.body).toBe(
      [
        '\ufeffDate,Restaurant,Card,Amount,Currency,Status,Reward,Unit,Reason,Paid on',
        '2026-03-01 00:00:00,Casa Lumen,4242,42.50,USD,Forfeit,0.00,USD,This restaurant does not earn on that day of the week. Its page shows the days that count.,',
        '2026-02-20 12:00:00,Visa ending in 4242,,,,Completed,-1.27,USD,,',
        `2026-02-10 19:30:00,"'=SUM(A1) ""Bistro"", 100% new",4242,42.50,USD,Awarded,1.27,USD,,`,
        '',
      ].join('\r\n'),
    )
  })
})
