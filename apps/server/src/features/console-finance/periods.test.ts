import { expect, test } from 'vitest'
import { consoleClient } from '../../testing/console-for-test.ts'
import { newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { postAdjustment } from '../adjustments/adjustments.service.ts'
import { newCardNetwork } from '../rewards/card-network-for-test.ts'

const app = await createTestApp()

async function newProgram() {
  app.clock.set('2026-02-12T18:00:00Z')
  const network = await newCardNetwork(app, { like: 'harbor' })
  await network.deliver('transaction.clearing', { amount: 100, datetime: '2026-02-10T19:30:00' })
  app.clock.set('2026-03-10T18:00:00Z')
  const finance = await consoleClient(app, 'finance')
  const { slug } = network.partner
  const get = (path: string) => finance.get(`/api/Console/Finance/${path}`)
  return {
    ...network,
    slug,
    get,
    read: async (path: string) => (await get(path)).json(),
    close: async (body: object) => {
      const input = { partner: slug, month: '2026-02', ...body }
      const response = await finance.send('POST', '/api/Console/Finance/Periods/Close', input)
      return { status: response.statusCode, ...response.json() }
    },
  }
}

test('a month is closed -> statement, hash and who did it are kept; audited; a second time -> 409', async () => {
  const program = await newProgram()
  const checklist = await program.read(`Periods/Checklist?partner=${program.slug}&month=2026-02`)
  expect(checklist).toMatchObject({ refusal: null, ledgerProblems: [], exceptions: [] })
  expect(checklist.statement).toMatchObject({ earned: 300, closing: 300 })
  const { status, period } = await program.close({})
  expect(status).toBe(201)
  expect(period).toMatchObject({ month: '2026-02', note: null, statement: { earned: 300, closing: 300 } })
  expect(await program.read(`Periods?partner=${program.slug}`)).toMatchObject({
    closed: [period],
    next: { month: '2026-03', hasEnded: false },
  })
  expect(await program.close({})).toMatchObject({ status: 409, code: 'period_closed' })
  expect(await program.close({ month: '2026-03' })).toMatchObject({ status: 409, code: 'period_not_ended' })
  expect((await program.read(`PartnerStatement?partner=${program.slug}&month=2026-02`)).closed).toEqual({
    ...{ closedAt: period.closedAt, closedBy: period.closedBy, hash: period.hash },
    isUnchanged: true,
  })
  const entries = await app.database.db
    .selectFrom('auditLog')
    .select(['action', 'subject', 'actor', 'after'])
    .where('partnerId', '=', program.slug)
    .where('action', '=', 'period.close')
    .execute()
  expect(entries).toEqual([
    {
      ...{ action: 'period.close', subject: '2026-02', actor: period.closedBy },
      after: { closing: 300, hash: period.hash },
    },
  ])
})

test('open exceptions -> refused without a note, which is kept', async () => {
  const program = await newProgram()
  const large = { memberId: program.memberId, units: 900_000, reason: 'A broken promise' }
  await postAdjustment({ ...app.context(program.partner), actor: { kind: 'system', name: 'ada' } }, large)
  expect(await program.close({})).toMatchObject({ status: 409, code: 'period_checklist_open' })
  expect(await program.close({ note: ' ' })).toMatchObject({ status: 400 })
  const closed = await program.close({ note: 'Decided next week' })
  expect(closed).toMatchObject({ status: 201, period: { note: 'Decided next week' } })
})

test('files: CSV names no formula, PDF is one; restaurants of another program have none', async () => {
  const program = await newProgram()
  const ofMonth = `partner=${program.slug}&month=2026-02`
  await app.database.db
    .updateTable('merchants')
    .set({ name: '=HYPERLINK("x")' })
    .where('id', '=', program.merchant.id)
    .execute()
  const csv = await program.get(`MerchantStatements.csv?${ofMonth}`)
  expect(csv.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8' })
  expect(csv.body.split('\r\n')[1]).toContain(`,"'=HYPERLINK(""x"")",1,100.00,0.00,100.00,`)
  expect((await program.get(`PartnerStatement.csv?${ofMonth}`)).body).toContain(
    `${program.slug},2026-02,USD,0.00,3.00`,
  )
  expect((await program.get(`Liability.csv?${ofMonth}`)).body.split('\r\n')).toHaveLength(3)
  const paper = `MerchantStatement.pdf?${ofMonth}&merchantId=`
  for (const path of [`PartnerStatement.pdf?${ofMonth}`, `${paper}${program.merchant.id}`]) {
    const { headers, body } = await program.get(path)
    expect([headers['content-type'], body.slice(0, 5)]).toEqual(['application/pdf', '%PDF-'])
  }
  const other = await newMerchant(app, app.newPartner())
  expect((await program.get(`${paper}${other.id}`)).statusCode).toBe(404)
})
