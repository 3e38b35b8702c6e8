import type { Partner } from '@dineward/core/partner/partner.ts'
import { newPayoutOf } from '../../features/payouts/payouts-for-test.ts'
import { newDifferenceOf } from '../../features/reconciliation/reconciliation-for-test.ts'
import { newId } from '../../new-id.ts'
import { newMerchant } from '../factories.ts'
import { newStaff } from '../sign-in/staff-for-test.ts'
import type { TestApp } from '../test-app.ts'

interface Scene {
  readonly test: TestApp
  readonly partner: Partner
  readonly memberId: string
}

const ofProgram = ({ partner }: Scene) => `partner=${partner.slug}`
const ofMonth = (scene: Scene) => `${ofProgram(scene)}&month=2026-02`
const inProgram = ({ partner }: Scene) => ({ partner: partner.slug })

const aReport = ({ partner }: Scene) => ({
  name: 'Dines by month',
  query: { measures: 'dines', by: 'month', partner: partner.slug },
  sharedWith: null,
})
/** A colleague has shared it with the program. */
async function newSavedReport(scene: Scene): Promise<string> {
  const { test, partner } = scene
  const id = newId()
  const { id: staffId } = await newStaff(test, { partnerIds: [partner.slug] })
  const { name, query } = aReport(scene)
  const at = test.clock.now()
  const shared = { sharedWith: partner.slug, createdAt: at, updatedAt: at }
  await test.database.db
    .insertInto('savedReports')
    .values({ id, staffId, name, query: JSON.stringify(query), ...shared })
    .execute()
  return id
}

/** No transaction of a test is on its day. */
const networkFile = {
  query: () => 'network=kard&fileName=day.csv',
  body: () =>
    Buffer.from('transaction_id,kind,amount,date,mid\nbefore-cards,refund,1.00,1999-01-02,unused\n'),
  headers: { 'content-type': 'text/csv' },
}

/** Finance, insight, and what waits. */
export const consoleFinanceCases = {
  'GET /api/Console/Overview': {},
  'GET /api/Console/Finance/Liability': { query: ofProgram },
  'GET /api/Console/Finance/Exceptions': { query: ofProgram },
  'GET /api/Console/Finance/LedgerCheck': { query: ofProgram },
  'POST /api/Console/Finance/LedgerCheck': { body: inProgram, status: 202 },
  'GET /api/Console/Finance/Accruals': { query: ofProgram },
  'POST /api/Console/Finance/Accruals/Send': { body: inProgram },
  'POST /api/Console/Finance/Accruals/Receive': { body: inProgram },
  'GET /api/Console/Finance/Liability.csv': { query: ofProgram },
  'GET /api/Console/Finance/PartnerStatement': { query: ofMonth },
  'GET /api/Console/Finance/PartnerStatement.csv': { query: ofMonth },
  'GET /api/Console/Finance/PartnerStatement.pdf': { query: ofMonth },
  'GET /api/Console/Finance/MerchantStatements': { query: ofMonth },
  'GET /api/Console/Finance/MerchantStatements.csv': { query: ofMonth },
  'GET /api/Console/Finance/MerchantStatement.pdf': {
    query: async (scene: Scene) =>
      `${ofMonth(scene)}&merchantId=${(await newMerchant(scene.test, scene.partner)).id}`,
  },
  'GET /api/Console/Finance/Postings': { query: ofMonth },
  'GET /api/Console/Finance/Postings.csv': { query: ofMonth },
  'GET /api/Console/Finance/StatementDines': { query: ofMonth },
  'GET /api/Console/Finance/StatementDines.csv': { query: ofMonth },
  'GET /api/Console/Finance/Bridge': { query: ofMonth },
  'GET /api/Console/Finance/Periods': { query: ofProgram },
  'GET /api/Console/Finance/Periods/Checklist': { query: ofMonth },
  'POST /api/Console/Finance/Periods/Close': {
    body: (scene: Scene) => ({ ...inProgram(scene), month: '2026-02' }),
    status: 202,
  },
  'GET /api/Console/Finance/Payouts': { query: ofProgram },
  'POST /api/Console/Finance/Payouts/{id}/Retry': {
    params: async (scene: Scene) => ({ id: await newPayoutOf(scene.test, scene) }),
    body: inProgram,
  },
  'POST /api/Console/Finance/Payouts/{id}/Return': {
    params: async (scene: Scene) => ({ id: await newPayoutOf(scene.test, scene, 'error') }),
    body: (scene: Scene) => ({
      ...inProgram(scene),
      status: 'error',
      reason: 'refused',
      note: 'The bank called.',
    }),
  },
  'POST /api/Console/Finance/Reconciliations/Preview': networkFile,
  'POST /api/Console/Finance/Reconciliations': { ...networkFile, status: 201 },
  'GET /api/Console/Finance/Reconciliations': {},
  'GET /api/Console/Finance/NetworkDifferences': {},
  'GET /api/Console/Finance/NetworkDifferences.csv': {},
  'POST /api/Console/Finance/NetworkDifferences/{id}': {
    params: async ({ test }: Scene) => ({ id: String(await newDifferenceOf(test)) }),
    body: () => ({ state: 'explained', reason: 'Reported a day later.', version: 0 }),
  },
  'GET /api/Console/Finance/Exports': { query: ofProgram },
  'GET /api/Console/Finance/Journal.csv': { query: ofMonth },
  'GET /api/Console/Insight/Cohorts': { query: ofProgram },
  'GET /api/Console/Insight/Effects': { query: ofProgram },
  'GET /api/Console/Insight/Report': {
    query: (scene: Scene) => `${ofProgram(scene)}&measures=dines,spend&by=month&period=last_3_months`,
  },
  'GET /api/Console/Insight/SavedReports': {},
  'POST /api/Console/Insight/SavedReports': { body: aReport, status: 201 },
  // Another person's report is not there.
  'PUT /api/Console/Insight/SavedReports/{id}': {
    params: () => ({ id: 'of-another' }),
    body: (scene: Scene) => ({ ...aReport(scene), version: 1 }),
    status: 404,
  },
  'DELETE /api/Console/Insight/SavedReports/{id}': { params: () => ({ id: 'of-another' }), status: 404 },
  'PUT /api/Console/Insight/SavedReports/{id}/Mail': {
    params: async (scene: Scene) => ({ id: await newSavedReport(scene) }),
    body: () => ({ rhythm: 'weekly', timeZone: 'America/New_York' }),
  },
  'DELETE /api/Console/Insight/SavedReports/{id}/Mail': { params: () => ({ id: 'of-another' }), status: 404 },
  'GET /api/Console/Insight/ReportValues': {
    query: (scene: Scene) => `${ofProgram(scene)}&dimension=cuisine`,
  },
  'GET /api/Console/Insight/Trend': {
    query: (scene: Scene) => `${ofProgram(scene)}&from=2026-03-01&to=2026-03-31`,
  },
  'GET /api/Console/Insight': {
    query: (scene: Scene) => `${ofProgram(scene)}&from=2026-03-01&to=2026-03-31`,
  },
}
