import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { approveAs } from '../../../features/approvals/approvals-for-test.ts'
import { runImports } from '../../../features/merchant-import/run-imports.service.ts'
import { consoleClient } from '../../../testing/access/console-for-test.ts'
import { longTest } from '../../../testing/long-test.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { World } from '../../../world.ts'
import { commands } from '../../commands.ts'
import { runCommand } from '../../control.ts'

const app = await createTestApp()
const { db } = app.database
const folder = mkdtempSync(join(tmpdir(), 'dw-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { gateways } = app.context(app.newPartner())

const world = {
  database: app.database,
  clock: app.clock,
  partners: app.partners,
  gateways,
  env: {
    dataDir: folder,
    production: false,
    consoleHosts: ['console.example'],
    secrets: { app: ['a secret of tests'] },
    content: { url: 'https://content.example', tokens: new Map() },
  },
} as unknown as World

async function runImport(args: readonly string[]): Promise<string> {
  const lines: string[] = []
  const called = { name: 'import merchants', args, cwd: folder, user: 'ada' }
  const code = await runCommand(world, commands, called, line => lines.push(line))
  expect(code, lines.join('\n')).toBe(0)
  return lines.join('\n')
}

const importedPlace = (slug: string) => ({
  name: `Quarter Moon ${slug}`,
  street: '1 Moon Street',
  city: 'New York',
  state: 'NY',
  zipCode: '10036',
  latitude: 40.7577,
  longitude: -73.9857,
  timezone: 'America/New_York',
})

test(
  'other terms, and a new restaurant with its own, wait for another person; other rows are written at once',
  longTest,
  async () => {
    const program = app.newPartner()
    const { slug } = program
    const finance = await consoleClient(app, 'finance', slug)
    const work = () => runImports({ db, clock: app.clock, gateways: gateways })
    const daysOf = async (id: string) => {
      const { rows } = await sql<{ days: string }>`
      select array_to_string(benefit_days, ' ') as days from merchant_participations
      where partner_id = ${slug} and merchant_id = ${id}`.execute(db)
      return rows[0]?.days
    }
    const importRow = (fields: object) => {
      writeFileSync(
        join(folder, 'night.ndjson'),
        `${JSON.stringify({ ...importedPlace(slug), ...fields })}\n`,
      )
      return runImport(['night.ndjson', '--partner', slug])
    }
    const [usual, own] = [`usual-${slug}`, `own-${slug}`]
    expect(await importRow({ id: usual })).toContain('1 added')
    expect(await importRow({ id: usual, name: 'Half Moon' })).toContain('1 updated')

    const asked = await importRow({ id: usual, name: 'Full Moon', benefitDays: ['Mon', 'Tue'] })
    expect(asked).toMatch(/with 1 other term: .+ waits for another person.+approvals\//)
    expect(await daysOf(usual)).toBe('Sun Mon Tue Wed Thu Fri Sat')
    const idIn = (text: string) => /approvals\/(\S+)$/.exec(text)![1]!
    const shown = (await finance.get(`/api/Console/Approvals/${idIn(asked)}`)).json().approval
    expect(shown.lines).toEqual([
      {
        label: 'Line 1, Full Moon: benefitDays',
        before: 'Sun, Mon, Tue, Wed, Thu, Fri, Sat',
        after: 'Mon, Tue',
      },
    ])
    expect((await approveAs(finance, idIn(asked))).statusCode).toBe(200)
    await work()
    expect(await daysOf(usual)).toBe('Mon Tue')
    expect(await importRow({ id: usual, name: 'Full Moon', benefitDays: ['Mon', 'Tue'] })).toContain(
      '1 unchanged',
    )

    expect(await importRow({ id: own, name: 'Weekends', benefitDays: ['Sat'] })).toContain(
      'waits for another',
    )
    expect(await daysOf(own)).toBeUndefined()
    const alone = { perAction: 2, perMemberDay: 2, perPersonDay: 2 }
    await db
      .insertInto('approvalRules')
      .values({ partnerId: slug, action: 'terms', ...alone })
      .execute()
    await importRow({ id: own, name: 'Weekends only', benefitDays: ['Sat'] })
    expect(await daysOf(own)).toBe('Sat')
  },
)
