import { errorMessages } from '@dineward/core/shared/errors.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../db/open-database.ts'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { askForAdjustment, sendApproved } from '../approvals/approvals-for-test.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { type FinanceRunServices, workFinanceRuns } from './work-finance-runs.service.ts'

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
      const path = '/api/Console/Finance/Periods/Close'
      const response = await sendApproved(app, finance, 'POST', path, input)
      await work()
      return { status: response.statusCode, ...response.json() }
    },
    startCheck: () => finance.send('POST', '/api/Console/Finance/LedgerCheck', { partner: slug }),
  }
}

/** As the worker does it. */
const work = (services: Partial<FinanceRunServices> = {}) => {
  const { db, gateways, log } = app.context(app.newPartner())
  const { clock, partners } = app
  return workFinanceRuns({ db, longDb: db, clock, gateways, log, partners, ...services })
}

test('a month is closed -> statement, hash and who did it are kept; audited; a second time -> 409', async () => {
  const program = await newProgram()
  const checklist = await program.read(`Periods/Checklist?partner=${program.slug}&month=2026-02`)
  expect(checklist).toMatchObject({ refusal: null, ledgerCheck: null, exceptions: [] })
  expect(checklist.statement).toMatchObject({ earned: 300, closing: 300 })
  const { status, run } = await program.close({})
  expect([status, run]).toMatchObject([200, { month: '2026-02', stepsDone: 0, finishedAt: null }])
  const periods = await program.read(`Periods?partner=${program.slug}`)
  const [period] = periods.closed
  expect(period).toMatchObject({ month: '2026-02', note: null, statement: { earned: 300, closing: 300 } })
  expect(periods).toMatchObject({
    closed: [period],
    next: { month: '2026-03', hasEnded: false },
    run: { id: run.id, stepsDone: run.steps, error: null, problems: [], createdBy: period.closedBy },
  })
  expect(await program.close({})).toMatchObject({ status: 409, code: 'period_closed' })
  expect(await program.close({ month: '2026-03' })).toMatchObject({ status: 409, code: 'period_not_ended' })
  expect((await program.read(`PartnerStatement?partner=${program.slug}&month=2026-02`)).closed).toEqual({
    closedAt: period.closedAt,
    closedBy: period.closedBy,
    hash: period.hash,
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
      action: 'period.close',
      subject: '2026-02',
      actor: period.closedBy,
      after: { closing: 300, hash: period.hash },
    },
  ])
})

test('open exceptions -> refused without a note, which is kept', async () => {
  const program = await newProgram()
  await askForAdjustment(app, program)
  expect(await program.close({})).toMatchObject({ status: 409, code: 'period_checklist_open' })
  expect(await program.close({ note: ' ' })).toMatchObject({ status: 400 })
  await program.close({ note: 'Decided next week' })
  expect(await program.read(`Periods?partner=${program.slug}`)).toMatchObject({
    closed: [{ month: '2026-02', note: 'Decided next week' }],
  })
})

test('the ledger is not in order -> nothing is closed, and the run says what is wrong', async () => {
  const program = await newProgram()
  const setReward = (rewardUnits: number) =>
    app.database.db.updateTable('dines').set({ rewardUnits }).where('partnerId', '=', program.slug).execute()
  await setReward(301)
  // Other tests prove the ledger of this database.
  await program.close({}).finally(() => setReward(300))
  const { closed, run } = await program.read(`Periods?partner=${program.slug}`)
  expect(closed).toEqual([])
  expect(run).toMatchObject({
    error: 'The ledger is not in order. It has to be before a month is closed.',
    problems: [{ rule: 'the posted balance of a dine is not its reward' }],
  })
})

test('a ledger check -> runs once for two who ask; others of the program see what it found', async () => {
  const program = await newProgram()
  const [first, second] = [(await program.startCheck()).json(), (await program.startCheck()).json()]
  expect(second.run.id).toBe(first.run.id)
  await work()
  const { run } = await program.read(`LedgerCheck?partner=${program.slug}`)
  expect(run).toMatchObject({ id: first.run.id, stepsDone: run.steps, problems: [], error: null })
  expect(run.finishedAt).not.toBeNull()
  const checklist = await program.read(`Periods/Checklist?partner=${program.slug}&month=2026-02`)
  expect(checklist.ledgerCheck.id).toBe(run.id)
})

test('a worker dies after it closed the month -> the next one says that it is closed', async () => {
  const program = await newProgram()
  const { run } = await program.close({})
  const again = { finishedAt: null, stepsDone: 0 }
  await app.database.db.updateTable('financeRuns').set(again).where('id', '=', run.id).execute()
  await work()
  expect((await program.read(`Periods?partner=${program.slug}`)).run).toMatchObject({
    id: run.id,
    stepsDone: run.steps,
    error: null,
  })
})

test('the database is lost meanwhile -> begun again within the hour; after that it ended, and says so', async () => {
  const program = await newProgram()
  const gone = await openDatabase({ databaseUrl: 'postgres://127.0.0.1:1/gone', dataDir: '', socketDir: '' })
  onTestFinished(() => gone.close())
  const workWithout = () => work({ longDb: gone.db })
  const newest = async () => (await program.read(`LedgerCheck?partner=${program.slug}`)).run
  await program.startCheck()
  await expect(workWithout()).rejects.toThrow('ECONNREFUSED')
  expect(await newest()).toMatchObject({ finishedAt: null, error: null })
  await work()
  expect(await newest()).toMatchObject({ finishedAt: expect.any(String), error: null })
  const hourAgo = { createdAt: new Date('2026-03-10T16:59:00Z'), finishedAt: null }
  const { id } = await newest()
  await app.database.db.updateTable('financeRuns').set(hourAgo).where('id', '=', id).execute()
  await workWithout()
  expect(await newest()).toMatchObject({ finishedAt: expect.any(String), error: errorMessages.internal })
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
