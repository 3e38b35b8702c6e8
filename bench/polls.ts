import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { days, minutes } from '@dineward/core/shared/clock.ts'
import { createClock } from '../apps/server/src/clock.ts'
import { listenForChanges } from '../apps/server/src/db/changes.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { type Database, type Db, openDatabase } from '../apps/server/src/db/open-database.ts'
import {
  countRowsRead,
  insertManyBalances,
} from '../apps/server/src/features/ledger/many-balances-for-test.ts'
import {
  createLiveUpdates,
  type LiveUpdates,
} from '../apps/server/src/features/live-updates/live-updates.service.ts'
import { selectPayable } from '../apps/server/src/features/payouts/payouts.read.ts'
import { selectDuePayouts } from '../apps/server/src/features/payouts/payouts.repository.ts'
import { copyDatabase, startPostgres } from '../apps/server/src/testing/databases/native-postgres.ts'
import type { Figure } from './figure.ts'

const [members, entriesEach] = [100_000, 10]
const mostRows = 50
const mostStatements = 4
const clock = createClock(null)
const log = { info() {}, warn() {} }

/** P19 counts what jobs and open pages read of a program's history when nothing is new. */
export async function pollBudgets(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dw-polls-'))
  const postgres = await startPostgres()
  const databaseUrl = await copyDatabase(postgres.url, 'polls')
  const database = await openDatabase({ databaseUrl, dataDir: folder, socketDir: folder, mayTakeLong: true })
  try {
    const { db } = database
    await migrate(db)
    await insertManyBalances(db, { partnerId: 'harbor', members, entriesEach, units: 100 })
    return [await payouts(db), await openPages(db, 5_000), await minuteOfPages(database, databaseUrl, 1_000)]
  } finally {
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Both statements of the job, which runs each minute. */
async function payouts(db: Db): Promise<Figure> {
  const now = clock.now()
  const query = {
    partnerId: 'harbor',
    thresholdCents: 2_000,
    deliveries: ['Card', 'Email'] as const,
    now,
    waitsSince: new Date(now.getTime() - days(7)),
  }
  let ms = 0
  const { all } = await countRowsRead(db, async connection => {
    ms = await timed(async () => {
      await selectPayable(connection, query)
      await selectDuePayouts(connection, 'harbor', now)
    })
  })
  return {
    budget: 'P19',
    what: `payouts with ${members * entriesEach} entries and no one payable: at most ${mostRows} rows read`,
    measured: `${all} rows, ${ms.toFixed(1)} ms`,
    isMet: all <= mostRows,
  }
}

async function openPages(db: Db, pages: number): Promise<Figure> {
  let pollMs = 0
  const read = await countRowsRead(db, async connection => {
    const updates = createLiveUpdates({ db: connection, clock, log, pollMs: minutes(60) })
    await open(updates, pages)
    pollMs = await timed(() => updates.look(null))
    updates.close()
  })
  return {
    budget: 'P19',
    what: `${pages} open account pages with nothing new: no rows of the ledger`,
    measured: `${read.ofLedger} rows, ${read.all} of others, a poll ${pollMs.toFixed(0)} ms`,
    isMet: read.ofLedger === 0,
  }
}

/** It keeps pages open as a web process has them, for a whole minute. */
async function minuteOfPages(database: Database, databaseUrl: string, pages: number): Promise<Figure> {
  const changes = listenForChanges({ databaseUrl, log })
  const isListening = new Promise<void>(resolve => changes.on('members', () => resolve()))
  const updates = createLiveUpdates({ db: database.db, clock, log, changes })
  await isListening
  await open(updates, pages)
  let statements = 0
  database.watchQueries(() => {
    statements += 1
    return () => {}
  })
  await sleep(minutes(1))
  const counted = statements
  const pollMs = await timed(() => updates.look(null))
  updates.close()
  await changes.close()
  return {
    budget: 'P19',
    what: `${pages} open account pages, a minute with nothing new: at most ${mostStatements} statements for all`,
    measured: `${counted} statements, a poll ${pollMs.toFixed(0)} ms`,
    isMet: counted <= mostStatements,
  }
}

async function open(updates: LiveUpdates, pages: number): Promise<void> {
  for (let n = 1; n <= pages; n++)
    updates.open({ partnerId: 'harbor', memberId: `m${n}`, sessionId: `s${n}` })
  await updates.look(null)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
