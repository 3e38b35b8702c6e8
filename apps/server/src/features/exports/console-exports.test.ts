import type { ListedExport } from '@dineward/core/exports/exports.contract.ts'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { newMember } from '../../testing/factories.ts'
import { longTest } from '../../testing/long-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { exportTables } from './export-tables.service.ts'

const app = await createTestApp()
const base = '/api/Console/Finance'

describe('exports in the console', () => {
  test('runs with their manifests, of the program that staff may read and no other', longTest, async () => {
    const [mine, other] = [app.newPartner(), app.newPartner()]
    for (const partner of [mine, other]) {
      await newMember(app, partner)
      const services = { ...app.context(partner), actor: { kind: 'system', name: 'ada' } as const }
      const of = { to: 'folder', tables: ['members'], format: 'csv' } as const
      await expect.poll(async () => (await exportTables(services, of))?.run).toBe(1)
    }
    const staff = await consoleClient(app, 'finance', mine.slug)
    const runs = await allRuns(staff)
    expect(new Set(runs.map(run => run.partner))).toEqual(new Set([mine.slug]))
    // Runs before it took nothing, while other tests' transactions were open.
    const run = runs.find(({ number }) => number === 1)
    expect(run).toMatchObject({ target: 'folder', startedBy: 'ada', error: null })
    expect(run!.manifest!.tables).toMatchObject([{ name: 'members', rows: 1 }])
    expect((await staff.get(`${base}/Exports?partner=${other.slug}`)).statusCode).toBe(404)
  })

  test('the journal of a month -> the file says that it is open, and the audit log that it was taken', async () => {
    app.clock.set('2026-03-10T18:00:00Z')
    const network = await newCardNetwork(app, { like: 'harbor' })
    const { slug } = network.partner
    await network.deliver('transaction.clearing', { amount: 100 })
    const staff = await consoleClient(app, 'finance', slug)
    const answer = await staff.get(`${base}/Journal.csv?partner=${slug}&month=2026-03`)
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="journal-${slug}-2026-03-open.csv"`,
    )
    const lines: Record<string, string>[] = parse(answer.body, { columns: true, bom: true })
    expect(lines.map(({ account, debit, credit, currency }) => [account, debit, credit, currency])).toEqual([
      ['2100', '', '3.00', 'USD'],
      ['5100', '3.00', '', 'USD'],
    ])
    const entries = app.database.db
      .selectFrom('auditLog')
      .select(['action', 'subject'])
      .where('partnerId', '=', slug)
      .where('action', '=', 'export.journal')
    expect(await entries.execute()).toEqual([{ action: 'export.journal', subject: '2026-03' }])

    const later = await staff.get(`${base}/Journal.csv?partner=${slug}&month=2026-04`)
    expect([later.statusCode, later.json().fieldErrors[0].field]).toEqual([400, 'month'])
    expect(later.body).toContain('has not begun')
  })
})

async function allRuns(
  staff: Awaited<ReturnType<typeof consoleClient>>,
  after = '',
): Promise<ListedExport[]> {
  const { items } = (await staff.get(`${base}/Exports${after}`)).json<{ items: ListedExport[] }>()
  const last = items.at(-1)
  return last ? [...items, ...(await allRuns(staff, `?after=${last.id}`))] : []
}
