import type {
  DifferenceState,
  FoundDifference,
} from '@dineward/core/console-finance/reconciliation.contract.ts'
import type { NetworkTransaction } from '@dineward/core/rewards/reports/network-file.rules.ts'
import type { CardNetwork } from '@dineward/core/rewards/reports/networks.rules.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { NetworkDifferencesTable, ReconciliationsTable } from './reconciliation.tables.ts'

export type ReconciliationRow = Selectable<ReconciliationsTable>
export type DifferenceRow = Selectable<NetworkDifferencesTable> & { readonly fileName: string }

export function findByHash(
  db: Db,
  { network, fileHash }: Pick<ReconciliationRow, 'network' | 'fileHash'>,
): Promise<ReconciliationRow | undefined> {
  return db
    .selectFrom('reconciliations')
    .selectAll()
    .where('network', '=', network)
    .where('fileHash', '=', fileHash)
    .executeTakeFirst()
}

/** The newest come first. */
export function listReconciliations(db: Db, limit: number): Promise<ReconciliationRow[]> {
  return db.selectFrom('reconciliations').selectAll().orderBy('createdAt', 'desc').limit(limit).execute()
}

/** When the same file comes again, only what it shows now is written, where that is something else. */
export async function saveReconciliation(
  db: Db,
  row: Insertable<ReconciliationsTable>,
): Promise<ReconciliationRow> {
  const saved = await db
    .insertInto('reconciliations')
    .values(row)
    .onConflict(conflict =>
      conflict
        .columns(['network', 'fileHash'])
        .doUpdateSet(({ ref }) => ({ counts: ref('excluded.counts'), checkedAt: ref('excluded.checkedAt') }))
        .where('reconciliations.counts', 'is distinct from', ({ ref }) => ref('excluded.counts')),
    )
    .returningAll()
    .executeTakeFirst()
  return saved ?? (await findByHash(db, row))!
}

interface OfFile {
  readonly network: CardNetwork
  readonly reconciliationId: string
  readonly now: Date
}

/**
 * One that is known is opened again where it differs in another way than before, or a file had agreed.
 * @returns how many are open that were not
 */
export async function openDifferences(
  db: Db,
  { network, reconciliationId, now }: OfFile,
  found: readonly FoundDifference[],
): Promise<number> {
  const of = <T>(field: (one: FoundDifference) => T) => found.map(field)
  const json = (side: FoundDifference['inFile']) => side && JSON.stringify(side)
  const { rows } = await sql`
    insert into network_differences as known
      (network, reconciliation_id, created_at, movement, transaction_id, kind, line, in_file, arrived)
    select ${network}, ${reconciliationId}, ${now.toISOString()}::timestamptz, one.*
    from unnest(
      ${of(one => one.movement)}::text[], ${of(one => one.transactionId)}::text[], ${of(one => one.kind)}::text[],
      ${of(one => one.line)}::integer[], ${of(one => json(one.inFile))}::jsonb[], ${of(one => json(one.arrived))}::jsonb[]
    ) one
    on conflict (network, movement, transaction_id) do update set
      kind = excluded.kind, line = excluded.line, in_file = excluded.in_file, arrived = excluded.arrived,
      reconciliation_id = excluded.reconciliation_id, state = 'open', reason = null, decided_by = null,
      decided_at = null, version = known.version + 1
    where (known.kind, known.in_file, known.arrived) is distinct from (excluded.kind, excluded.in_file, excluded.arrived)
      or (known.state = 'resolved' and known.decided_by is null)
    returning id`.execute(db)
  return rows.length
}

/** @returns how many were open or explained. */
export async function resolveAgreed(
  db: Db,
  { network, reason, now }: Pick<OfFile, 'network' | 'now'> & { readonly reason: string },
  agreed: readonly NetworkTransaction[],
): Promise<number> {
  const { rows } = await sql`
    update network_differences known
    set state = 'resolved', reason = ${reason}, decided_by = null, decided_at = ${now.toISOString()}::timestamptz,
      version = version + 1
    from unnest(
      ${agreed.map(({ kind }) => kind)}::text[], ${agreed.map(({ transactionId }) => transactionId)}::text[]
    ) one(movement, transaction_id)
    where known.network = ${network} and known.state <> 'resolved'
      and known.movement = one.movement and known.transaction_id = one.transaction_id
    returning known.id`.execute(db)
  return rows.length
}

interface DifferencesQuery {
  readonly state?: DifferenceState | undefined
  readonly reconciliation?: string | undefined
  readonly after: number
  readonly limit: number
}

/** The oldest come first. */
export function listDifferences(
  db: Db,
  { state, reconciliation, after, limit }: DifferencesQuery,
): Promise<DifferenceRow[]> {
  return differences(db)
    .$if(state !== undefined, query => query.where('difference.state', '=', state!))
    .$if(reconciliation !== undefined, query => query.where('reconciliationId', '=', reconciliation!))
    .where('difference.id', '>', after)
    .orderBy('difference.id')
    .limit(limit)
    .execute()
}

export function findDifference(db: Db, id: number): Promise<DifferenceRow | undefined> {
  return differences(db).where('difference.id', '=', id).executeTakeFirst()
}

const differences = (db: Db) =>
  db
    .selectFrom('networkDifferences as difference')
    .innerJoin('reconciliations as file', 'file.id', 'difference.reconciliationId')
    .selectAll('difference')
    .select('file.fileName')

/** @returns false where it is not as it was seen. */
export async function decideDifference(
  db: Db,
  { id, version }: Pick<DifferenceRow, 'id' | 'version'>,
  decision: Pick<DifferenceRow, 'state' | 'reason' | 'decidedBy' | 'decidedAt'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('networkDifferences')
    .set({ ...decision, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
