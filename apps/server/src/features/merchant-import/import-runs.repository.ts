import type { ImportRow, ImportRun } from '@dineward/core/console-restaurants/restaurant-imports.contract.ts'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { ImportRunRowsTable, ImportRunsTable } from './import-runs.tables.ts'

export type RunRow = Selectable<ImportRunsTable>
export type RowOfRun = Selectable<ImportRunRowsTable>
type RunKey = Pick<RunRow, 'partnerId' | 'id'>

/** Call it in a transaction, with its file. */
export async function insertRun(
  db: Db,
  run: Insertable<ImportRunsTable>,
  pieces: readonly Buffer[],
): Promise<void> {
  await db.insertInto('importRuns').values(run).execute()
  for (const [piece, content] of pieces.entries())
    await db
      .insertInto('importRunFiles')
      .values({ partnerId: run.partnerId, runId: run.id, piece, content })
      .execute()
}

export async function* readPieces(db: Db, { partnerId, id }: RunKey): AsyncGenerator<Buffer> {
  for (let piece = 0; ; piece++) {
    const row = await db
      .selectFrom('importRunFiles')
      .select('content')
      .where('partnerId', '=', partnerId)
      .where('runId', '=', id)
      .where('piece', '=', piece)
      .executeTakeFirst()
    if (!row) return
    yield row.content
  }
}

export type RunWithCounts = RunRow & { readonly counts: ImportRun['counts'] }

const count = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})`
const countsOf = (run: 'run' | 'import_runs') => sql<ImportRun['counts']>`(select jsonb_build_object(
    'added', ${count(sql`outcome = 'added'`)}, 'updated', ${count(sql`outcome = 'updated'`)},
    'unchanged', ${count(sql`outcome = 'unchanged'`)}, 'refused', ${count(sql`outcome = 'refused'`)} + ${sql.ref(`${run}.unlisted_refusals`)},
    'applied', ${count(sql`applied_at is not null`)},
    'undone', ${count(sql`undo = 'undone'`)}, 'kept', ${count(sql`undo = 'kept'`)})
  from import_run_rows line
  where line.partner_id = ${sql.ref(`${run}.partner_id`)} and line.run_id = ${sql.ref(`${run}.id`)})`

/** The newest come first. @param id of one; null: of all */
export function selectRuns(db: Db, slugs: readonly string[], id: string | null): Promise<RunWithCounts[]> {
  return db
    .selectFrom('importRuns as run')
    .selectAll('run')
    .select(sql<ImportRun['counts']>`coalesce(run.final_counts, ${countsOf('run')})`.as('counts'))
    .where('run.partnerId', 'in', slugs)
    .$if(id !== null, query => query.where('run.id', '=', id!))
    .orderBy('run.createdAt', 'desc')
    .limit(50)
    .execute()
}

/** Rows come in the order of lines. */
export function selectRows(
  db: Db,
  { partnerId, id }: RunKey,
  filter: { outcome?: ImportRow['outcome'] | 'kept' | undefined; after: number; limit: number },
): Promise<RowOfRun[]> {
  return db
    .selectFrom('importRunRows')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('runId', '=', id)
    .where('line', '>', filter.after)
    .$if(filter.outcome === 'kept', query => query.where('undo', '=', 'kept'))
    .$if(filter.outcome !== undefined && filter.outcome !== 'kept', query =>
      query.where('outcome', '=', filter.outcome as ImportRow['outcome']),
    )
    .orderBy('line')
    .limit(filter.limit)
    .execute()
}

/** @returns false where it is in another state by now. */
export async function updateRun(
  db: Db,
  { partnerId, id }: RunKey,
  from: readonly RunRow['state'][],
  change: Partial<Pick<RunRow, 'state' | 'finishedAt' | 'error' | 'linesRead' | 'progress'>>,
): Promise<boolean> {
  const row = await db
    .updateTable('importRuns')
    .set({
      ...change,
      ...(change.finishedAt && { finalCounts: countsOf('import_runs') }),
      // They change again.
      ...(change.state === 'undoing' && { finalCounts: sql<ImportRun['counts']>`null` }),
    })
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** That a worker reads, applies or undoes, the oldest first. */
export function selectWaitingRuns(db: Db): Promise<RunRow[]> {
  return db
    .selectFrom('importRuns')
    .selectAll()
    .where('state', 'in', ['reading', 'applying', 'undoing'])
    .orderBy('createdAt')
    .execute()
}

/** Lock the run's row until the transaction ends. @returns false where it is in another state by now. */
export async function lockRun(db: Db, { partnerId, id }: RunKey, state: RunRow['state']): Promise<boolean> {
  const row = await db
    .selectFrom('importRuns')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Those of an earlier try stay. */
export async function insertRows(db: Db, rows: readonly Insertable<ImportRunRowsTable>[]): Promise<void> {
  if (rows.length > 0)
    await db
      .insertInto('importRunRows')
      .values([...rows])
      .onConflict(conflict => conflict.doNothing())
      .execute()
}

/** Those that are listed. */
export async function countRefused(db: Db, { partnerId, id }: RunKey): Promise<number> {
  const row = await db
    .selectFrom('importRunRows')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('partnerId', '=', partnerId)
    .where('runId', '=', id)
    .where('outcome', '=', 'refused')
    .executeTakeFirstOrThrow()
  return row.count
}

export async function addUnlisted(db: Db, { partnerId, id }: RunKey, count: number): Promise<void> {
  await db
    .updateTable('importRuns')
    .set(({ eb }) => ({ unlistedRefusals: eb('unlistedRefusals', '+', count) }))
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .execute()
}

export function selectPendingRows(db: Db, { partnerId, id }: RunKey, limit: number): Promise<RowOfRun[]> {
  return db
    .selectFrom('importRunRows')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('runId', '=', id)
    .where('appliedAt', 'is', null)
    .where('outcome', 'in', ['added', 'updated'])
    .orderBy('line')
    .limit(limit)
    .execute()
}

/** Applied ones that name photos which were not fetched yet. */
export function selectRowsWithPhotos(db: Db, { partnerId, id }: RunKey, limit: number): Promise<RowOfRun[]> {
  return db
    .selectFrom('importRunRows')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('runId', '=', id)
    .where('appliedAt', 'is not', null)
    .where('photosAt', 'is', null)
    .where(sql<boolean>`merchant -> 'photos' <> '[]'`)
    .orderBy('line')
    .limit(limit)
    .execute()
}

/** @param remark what could not be fetched, after what was said before */
export async function markPhotos(
  db: Db,
  { partnerId, id }: RunKey,
  { line, remark, now }: { line: number; remark: string | null; now: Date },
): Promise<void> {
  await db
    .updateTable('importRunRows')
    .set({
      photosAt: now,
      ...(remark !== null && { remark: sql`coalesce(remark || ' ', '') || ${remark}::text` }),
    })
    .where('partnerId', '=', partnerId)
    .where('runId', '=', id)
    .where('line', '=', line)
    .execute()
}

export interface AppliedRow {
  readonly line: number
  readonly outcome: ImportRow['outcome']
  /** What it changed, for undoing it. */
  readonly changes: string
}

export async function markApplied(
  db: Db,
  { partnerId, id }: RunKey,
  rows: readonly AppliedRow[],
  now: Date,
): Promise<void> {
  await sql`
    update import_run_rows row
    set outcome = done.outcome, changes = done.changes,
      applied_at = case when done.outcome <> 'unchanged' then ${now}::timestamptz end
    from unnest(${rows.map(({ line }) => line)}::integer[], ${rows.map(({ outcome }) => outcome)}::text[],
      ${rows.map(({ changes }) => changes)}::jsonb[]) as done (line, outcome, changes)
    where row.partner_id = ${partnerId} and row.run_id = ${id} and row.line = done.line`.execute(db)
}

/** Other restaurants have taken its id or MID meanwhile. */
export async function markRefused(
  db: Db,
  { partnerId, id }: RunKey,
  { line, remark }: { line: number; remark: string },
): Promise<void> {
  await db
    .updateTable('importRunRows')
    .set({ outcome: 'refused', remark })
    .where('partnerId', '=', partnerId)
    .where('runId', '=', id)
    .where('line', '=', line)
    .execute()
}

/** Applied ones that were neither put back nor kept. */
export function selectRowsToUndo(db: Db, { partnerId, id }: RunKey, limit: number): Promise<RowOfRun[]> {
  return db
    .selectFrom('importRunRows')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('runId', '=', id)
    .where('appliedAt', 'is not', null)
    .where('undo', 'is', null)
    .orderBy('line')
    .limit(limit)
    .execute()
}

/** @param rows each with why it was kept; null: it was put back */
export async function markUndone(
  db: Db,
  { partnerId, id }: RunKey,
  rows: readonly { readonly line: number; readonly kept: string | null }[],
): Promise<void> {
  await sql`
    update import_run_rows row
    set undo = case when done.kept is null then 'undone' else 'kept' end, remark = nullif(coalesce(remark || ' ' || done.kept, remark, done.kept), '')
    from unnest(${rows.map(({ line }) => line)}::integer[], ${rows.map(({ kept }) => kept)}::text[]) as done (line, kept)
    where row.partner_id = ${partnerId} and row.run_id = ${id} and row.line = done.line`.execute(db)
}
