import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ExportManifest } from '@dineward/core/exports/exports.contract.ts'
import { type ExportedTable, exportedTables } from '@dineward/core/partner/settings/exports.settings.ts'
import { sql } from 'kysely'
import { createClock } from '../apps/server/src/clock.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { type Db, openDatabase } from '../apps/server/src/db/open-database.ts'
import {
  type ExportServices,
  exportTables,
} from '../apps/server/src/features/exports/export-tables.service.ts'
import { loadPartners } from '../apps/server/src/features/partner/load-partners.service.ts'
import { createPartnerRegistry } from '../apps/server/src/features/partner/partner-registry.service.ts'
import { copyDatabase, startPostgres } from '../apps/server/src/testing/databases/native-postgres.ts'
import { testGateways } from '../apps/server/src/testing/test-app.ts'
import type { Figure } from './figure.ts'
import { newProgram } from './program.ts'

const [members, dines] = [200_000, 400_000]
/** Each dine has a posting with two entries, but half of them. */
const rows = members + 2 * dines
const mostMegabytes = 20

/** Memory does not grow with the rows of an export, here a million; a run in which a few have changed is short. */
export async function exportBudgets(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dw-export-'))
  const postgres = await startPostgres()
  const databaseUrl = await copyDatabase(postgres.url, 'export')
  const database = await openDatabase({ databaseUrl, mayTakeLong: true, dataDir: folder, socketDir: folder })
  const { db } = database
  try {
    await migrate(db)
    const partners = await loadPartners(new URL('../partners/', import.meta.url).pathname)
    const registry = createPartnerRegistry(partners, { defaultSlug: 'harbor', byHostNames: false })
    await addRows(database)
    const services: ExportServices = {
      db,
      clock: createClock(null),
      actor: { kind: 'system', name: 'bench' },
      partner: registry.bySlug('harbor')!,
      gateways: testGateways(folder),
    }
    const run = (tables: readonly ExportedTable[], to: string) =>
      watchMemory(() => exportTables(services, { to: join(folder, to), tables, format: 'ndjson' }))
    await run(['members'], 'warm')
    const all = await run(exportedTables, 'all')
    await sql`update members set tier_level = 3 where id like '%77'`.execute(db)
    const changed = await run(exportedTables, 'all')
    return [memoryFigure(all), changesFigure(all, changed)]
  } finally {
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function addRows(database: Awaited<ReturnType<typeof openDatabase>>): Promise<void> {
  const { db } = database
  const program = await newProgram(database, { slug: 'harbor' }, { members: 1, merchants: 20 })
  const { memberId, cardId } = program.members[0]!
  const ids = program.merchants.map(({ id }) => id)
  for (let start = 1; start < members; start += 20_000)
    await sql`
      insert into members (partner_id, id, email, sign_in_name, member_type, tier_level, first_name, last_name, zip_code, joined_at)
      select 'harbor', 'm' || n, 'm' || n || '@example.com', 'm' || n || '@example.com', 'Active', 2, 'Ada', 'Ames', '10001', now()
      from generate_series(${start}::int, ${Math.min(members - 1, start + 19_999)}::int) n`.execute(db)
  for (let start = 1; start <= dines; start += 20_000) await addDines(db, { start, memberId, cardId, ids })
  await sql`vacuum analyze`.execute(db)
}

async function addDines(
  db: Db,
  { start, memberId, cardId, ids }: { start: number; memberId: string; cardId: string; ids: string[] },
): Promise<void> {
  await sql`
    with dine as (
      insert into dines (id, partner_id, member_id, linked_card_id, card_last_four, merchant_id, merchant_name,
        source_transaction_id, dined_at, authorized_cents, cleared_cents, reward_units, status, decision, created_at,
        updated_at)
      select 'd' || n, 'harbor', ${memberId}, ${cardId}, '4242', (${ids}::text[])[1 + n % ${ids.length}], 'Casa',
        't' || n, now() - n * interval '1 minute', 4250, 5000, 150, 'Awarded', '{}', now(), now()
      from generate_series(${start}::int, ${start + 19_999}::int) n returning id
    ), posting as (
      insert into ledger_postings (partner_id, idempotency_key, input_hash, kind, correlation_id, reason_code, posted_at)
      select 'harbor', id || ':1', 'bench', 'dine_reward', id, 'dine_cleared', now()
      from dine where right(id, 1) in ('0', '2', '4', '6', '8') returning id, counts_at
    )
    insert into ledger_entries (posting_id, partner_id, account, member_id, units, counts_at)
    select posting.id, 'harbor', account, member, units, counts_at
    from posting cross join (values ('member_rewards', ${memberId}, 150), ('program_rewards', null, -150))
      entry (account, member, units)`.execute(db)
}

interface Watched {
  readonly seconds: number
  /** Most that could not be freed, in each quarter of the time. */
  readonly live: readonly number[]
  readonly resident: number
  readonly rows: number
}

/** What is garbage stays resident until the heap is full of it, so it is collected before each look. */
async function watchMemory(work: () => Promise<ExportManifest | null>): Promise<Watched> {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const live: number[] = []
  const sample = () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    live.push((heapUsed + external) / 2 ** 20)
  }
  sample()
  const timer = setInterval(sample, 500)
  const startedAt = performance.now()
  const manifest = await work()
  clearInterval(timer)
  const quarter = Math.ceil(live.length / 4)
  return {
    seconds: (performance.now() - startedAt) / 1_000,
    live: [0, 1, 2, 3].map(n => Math.max(...live.slice(n * quarter, (n + 1) * quarter), live[0]!)),
    resident: process.memoryUsage.rss() / 2 ** 20,
    rows: manifest?.tables.reduce((sum, table) => sum + table.rows, 0) ?? 0,
  }
}

const shown = ({ rows: count, seconds, live, resident }: Watched) =>
  `${count} rows, ${seconds.toFixed(0)} s, ${live.map(size => size.toFixed(0)).join(' ')} of ${resident.toFixed(0)} MB`

function memoryFigure(all: Watched): Figure {
  const [, second = 0, third = 0, last = 0] = all.live
  return {
    budget: 'P22',
    what: `${rows} rows exported: live memory of the last quarters at most ${mostMegabytes} MB above the second’s`,
    measured: shown(all),
    isMet: all.rows >= rows && Math.max(third, last) <= second + mostMegabytes,
  }
}

function changesFigure(all: Watched, changed: Watched): Figure {
  return {
    budget: 'P22',
    what: 'a run in which 2,000 of them have changed: at most a tenth of the time',
    measured: shown(changed),
    isMet: changed.rows === 2_000 && changed.seconds <= all.seconds / 10,
  }
}
