import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { type Database, type Db, openDatabase } from '../apps/server/src/db/open-database.ts'
import { type Posting, postMany, rewardEntries } from '../apps/server/src/features/ledger/ledger.service.ts'
import { copyDatabase, startPostgres } from '../apps/server/src/testing/databases/native-postgres.ts'
import type { Figure } from './figure.ts'
import { median } from './start.ts'

/** As many as four workers use while they are busy. */
const connections = 16
const rounds = 9
const postingsOfConnection = 25
/** As many as a batch of card events posts. */
const batchSize = 8

/** P12: whether the account of one program, which every posting names, keeps those of others waiting. */
export async function hotProgramBudgets(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dw-hot-'))
  const postgres = await startPostgres()
  const databases: Database[] = []
  try {
    const databaseUrl = await copyDatabase(postgres.url, 'hot')
    // A pool has ten connections.
    for (let n = 0; n < 2; n++)
      databases.push(await openDatabase({ databaseUrl, dataDir: folder, socketDir: folder }))
    await migrate(databases[0]!.db)
    return await compare(databases.map(({ preparedDb }) => preparedDb))
  } finally {
    await Promise.all(databases.map(database => database.close()))
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function compare(databases: readonly Db[]): Promise<Figure[]> {
  const ratios: number[] = []
  const rates: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const [apart, together] = [await perSecond(databases, 'apart'), await perSecond(databases, 'together')]
    // The first round opens connections and fills the tables, which the database then knows as one in service does.
    if (round === 0) {
      await sql`vacuum analyze`.execute(databases[0]!)
      continue
    }
    ratios.push(together / apart)
    rates.push(together)
  }
  const ratio = median(ratios)
  return [
    {
      budget: 'P12',
      what: `postings of ${connections} connections to one program, at least 0.9x those to ${connections} programs (median of ${rounds})`,
      measured: `${ratio.toFixed(2)}x, ${median(rates).toFixed(0)} postings a second`,
      isMet: ratio >= 0.9,
    },
  ]
}

let serial = 0

async function perSecond(databases: readonly Db[], programs: 'apart' | 'together'): Promise<number> {
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      const partnerId = programs === 'apart' ? `program-${connection}` : 'program-0'
      for (let n = 0; n < postingsOfConnection; n++)
        await postMany(
          databases[connection % databases.length]!,
          Array.from({ length: batchSize }, (_, index) =>
            nextPosting(partnerId, `member-${connection}-${index}`),
          ),
        )
    }),
  )
  return (connections * postingsOfConnection * batchSize) / ((performance.now() - startedAt) / 1_000)
}

function nextPosting(partnerId: string, memberId: string): Posting {
  serial += 1
  return {
    partnerId,
    idempotencyKey: `hot-${serial}`,
    kind: 'dine_reward',
    correlationId: `dine-${serial}`,
    reasonCode: 'cleared',
    postedAt: new Date(0),
    entries: rewardEntries(memberId, 1 + (serial % 300)),
  }
}
