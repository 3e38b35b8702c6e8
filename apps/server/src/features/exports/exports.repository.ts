import { randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { ExportRunsTable } from './exports.tables.ts'

export type ExportRunRow = Selectable<ExportRunsTable>

export interface Target {
  readonly partnerId: string
  readonly target: string
}

/** How long a run has a target after it last said so. */
const claimSeconds = 60

/** @returns the number of the last run; null where another run has the target */
export async function claimTarget(
  db: Db,
  { partnerId, target }: Target,
  runId: string,
): Promise<number | null> {
  await db
    .insertInto('exportTargets')
    .values({ partnerId, target, claimedBy: null })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const claimed = await db
    .updateTable('exportTargets')
    .set({ claimedBy: runId, claimedUntil: sql<Date>`now() + make_interval(secs => ${claimSeconds})` })
    .where('partnerId', '=', partnerId)
    .where('target', '=', target)
    .where(sql<boolean>`(claimed_until is null or claimed_until < now())`)
    .returning('lastRun')
    .executeTakeFirst()
  return claimed?.lastRun ?? null
}

/** @returns false where another run has taken over */
export async function renewClaim(db: Db, { partnerId, target }: Target, runId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('exportTargets')
    .set({ claimedUntil: sql<Date>`now() + make_interval(secs => ${claimSeconds})` })
    .where('partnerId', '=', partnerId)
    .where('target', '=', target)
    .where('claimedBy', '=', runId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns false where another run has taken over */
export async function releaseTarget(
  db: Db,
  { partnerId, target }: Target,
  { runId, lastRun }: { readonly runId: string; readonly lastRun: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('exportTargets')
    .set({ claimedBy: null, claimedUntil: null, ...(lastRun !== null && { lastRun }) })
    .where('partnerId', '=', partnerId)
    .where('target', '=', target)
    .where('claimedBy', '=', runId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** By table. */
export async function selectPositions(
  db: Db,
  { partnerId, target }: Target,
): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ tableName: string; position: string | null }>`
    select table_name, position::text as position from export_positions
    where partner_id = ${partnerId} and target = ${target}`.execute(db)
  return new Map(rows.map(({ tableName, position }) => [tableName, position]))
}

export async function savePositions(
  db: Db,
  { partnerId, target }: Target,
  positions: readonly { readonly name: string; readonly to: string }[],
): Promise<void> {
  for (const { name: tableName, to: position } of positions)
    await db
      .insertInto('exportPositions')
      .values({ partnerId, target, tableName, position })
      .onConflict(conflict =>
        conflict.columns(['partnerId', 'target', 'tableName']).doUpdateSet({ position }),
      )
      .execute()
}

export async function insertExportRun(
  db: Db,
  run: Omit<ExportRunRow, 'number' | 'finishedAt' | 'error' | 'manifest'>,
): Promise<void> {
  await db.insertInto('exportRuns').values(run).execute()
}

export async function finishExportRun(
  db: Db,
  { partnerId, id }: Pick<ExportRunRow, 'partnerId' | 'id'>,
  { manifest, ...end }: Pick<ExportRunRow, 'number' | 'finishedAt' | 'error' | 'manifest'>,
): Promise<void> {
  await db
    .updateTable('exportRuns')
    .set({ ...end, manifest: manifest && JSON.stringify(manifest) })
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .execute()
}

/** Of runs that were killed. */
export async function endInterruptedRuns(
  db: Db,
  { partnerId, target }: Target,
  { runId, at }: { readonly runId: string; readonly at: Date },
): Promise<void> {
  await db
    .updateTable('exportRuns')
    .set({ finishedAt: at, error: 'It was interrupted. The next run has what it did not write.' })
    .where('partnerId', '=', partnerId)
    .where('target', '=', target)
    .where('finishedAt', 'is', null)
    .where('id', '!=', runId)
    .execute()
}

export async function isRunOf(db: Db, { partnerId, target }: Target, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('exportRuns')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('target', '=', target)
    .where('id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}

/** When the last run by schedule began that went well. */
export async function lastScheduledRun(db: Db, { partnerId, target }: Target): Promise<Date | null> {
  const found = await db
    .selectFrom('exportRuns')
    .select('startedAt')
    .where('partnerId', '=', partnerId)
    .where('target', '=', target)
    .where('isScheduled', '=', true)
    .where('finishedAt', 'is not', null)
    .where('error', 'is', null)
    .orderBy('startedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.startedAt ?? null
}

/** The newest come first. */
export async function listExportRuns(
  db: Db,
  {
    partnerIds,
    after,
    limit,
  }: { readonly partnerIds: readonly string[]; readonly after: string | undefined; readonly limit: number },
): Promise<ExportRunRow[]> {
  return db
    .selectFrom('exportRuns')
    .selectAll()
    .where('partnerId', 'in', [...partnerIds, ''])
    .$if(after !== undefined, query =>
      query.where(
        sql<boolean>`(started_at, id) < (select started_at, id from export_runs
          where id = ${after} and partner_id = any(${[...partnerIds]}::text[]))`,
      ),
    )
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** It is made once, and stays: other pseudonyms would make strangers of all members. */
export async function exportKey(db: Db, partnerId: string, now: Date): Promise<Buffer> {
  await db
    .insertInto('exportKeys')
    .values({ partnerId, key: randomBytes(32), createdAt: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { key } = await db
    .selectFrom('exportKeys')
    .select('key')
    .where('partnerId', '=', partnerId)
    .executeTakeFirstOrThrow()
  return key
}
