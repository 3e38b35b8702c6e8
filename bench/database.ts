import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { type Database, type Db, openDatabase } from '../apps/server/src/db/open-database.ts'
import {
  type Posting,
  postEntries,
  postMany,
  rewardEntries,
} from '../apps/server/src/features/ledger/ledger.service.ts'
import type { Figure } from './figure.ts'
import { median } from './start.ts'

/** P12 measures postings and P13 event-loop gaps, both on the embedded database, the slower one. */
export async function databaseBudgets(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dw-bench-'))
  const database = await openDatabase({ databaseUrl: null, dataDir: folder, socketDir: join(folder, 's') })
  try {
    await migrate(database.db)
    return [...(await postings(database.db)), await eventLoop(database)]
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

let serial = 0
function nextPosting(): Posting {
  serial += 1
  return {
    partnerId: 'bench',
    idempotencyKey: `bench-${serial}`,
    kind: 'dine_reward',
    correlationId: `dine-${serial}`,
    reasonCode: 'cleared',
    postedAt: new Date(0),
    entries: rewardEntries(`member-${serial % 50}`, 1 + (serial % 300)),
  }
}

/** Rounds alternate; the figure is the median of their ratios. */
async function postings(db: Db): Promise<Figure[]> {
  const perRound = 100
  const [single, six, batch]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < 7; round++) {
    single.push(await timed(() => times(perRound, () => postEntries(db, nextPosting()))))
    six.push(await timed(() => times(perRound, () => postInSixStatements(db, nextPosting()))))
    const many = Array.from({ length: 500 }, nextPosting)
    batch.push((await timed(() => postMany(db, many))) * (perRound / 500))
  }
  const againstSix = median(six.map((ms, round) => ms / single[round]!))
  const againstSingle = median(single.map((ms, round) => ms / batch[round]!))
  return [
    {
      budget: 'P12',
      what: 'a posting in one statement, at least 1.4x the six-statement form',
      measured: `${againstSix.toFixed(2)}x`,
      isMet: againstSix >= 1.4,
    },
    {
      budget: 'P12',
      what: 'a batch of 500 postings, at least 10x single ones',
      measured: `${againstSingle.toFixed(1)}x`,
      isMet: againstSingle >= 10,
    },
  ]
}

/** It posts in the usual form: begin, look up the key, insert the posting, insert each entry, commit. */
async function postInSixStatements(db: Db, posting: Posting): Promise<void> {
  const { partnerId, idempotencyKey, kind, correlationId, reasonCode, postedAt, entries } = posting
  await db.transaction().execute(async trx => {
    const before = await trx
      .selectFrom('ledgerPostings')
      .select('id')
      .where('partnerId', '=', partnerId)
      .where('idempotencyKey', '=', idempotencyKey)
      .executeTakeFirst()
    if (before) return
    const { id } = await trx
      .insertInto('ledgerPostings')
      .values({ partnerId, idempotencyKey, inputHash: 'bench', kind, correlationId, reasonCode, postedAt })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('ledgerEntries')
      .values(entries.map(entry => ({ ...entry, postingId: id, partnerId, countsAt: postedAt })))
      .execute()
    await trx
      .selectFrom('ledgerEntries')
      .select(({ fn }) => fn.sum('units').as('units'))
      .where('postingId', '=', id)
      .execute()
  })
}

/** The longest event-loop gap of the server's thread during three seconds of database load. */
async function eventLoop({ db }: Database): Promise<Figure> {
  await sql`create table busy as select g as id, md5(g::text) as text from generate_series(1, 50000) g`.execute(
    db,
  )
  const loop = monitorEventLoopDelay({ resolution: 1 })
  const until = performance.now() + 3_000
  loop.enable()
  while (performance.now() < until) {
    await sql`select count(*) from busy where text like ${`%${serial++}%`}`.execute(db)
    await postMany(db, Array.from({ length: 20 }, nextPosting))
  }
  loop.disable()
  const longest = loop.max / 1e6
  return {
    budget: 'P13',
    what: 'longest event-loop gap beside a busy database, at most 25 ms',
    measured: `${longest.toFixed(1)} ms`,
    isMet: longest <= 25,
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index++) await work()
}
