import type { ApprovalRule, ControlledAction, DoneAlone } from '@dineward/core/approvals/approvals.rules.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { ApprovalRulesTable, ApprovalsTable } from './approvals.tables.ts'

export type ApprovalRow = Selectable<ApprovalsTable>

/** There may be none. */
const ofPrograms = (slugs: readonly string[]) => sql<boolean>`partner_id = any(${[...slugs]}::text[])`

interface Key {
  readonly partnerId: string
  readonly id: string
}

/** In a transaction: of two calls at once, the second counts the first. */
export async function lockApprovals(trx: Db, partnerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`approvals ${partnerId}`}, 0))`.execute(trx)
}

export async function insertApproval(db: Db, row: Insertable<ApprovalsTable>): Promise<void> {
  await db.insertInto('approvals').values(row).execute()
}

export async function deleteApproval(db: Db, { partnerId, id }: Key): Promise<void> {
  await db.deleteFrom('approvals').where('partnerId', '=', partnerId).where('id', '=', id).execute()
}

/** @param from it changes only where it is in one of these states */
export async function updateApproval(
  db: Db,
  { partnerId, id }: Key,
  changes: Updateable<ApprovalsTable>,
  from: readonly ApprovalRow['state'][],
): Promise<ApprovalRow | undefined> {
  return db
    .updateTable('approvals')
    .set(changes)
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .returningAll()
    .executeTakeFirst()
}

/** In one of these programs. */
export function findApproval(db: Db, slugs: readonly string[], id: string): Promise<ApprovalRow | undefined> {
  return db
    .selectFrom('approvals')
    .selectAll()
    .where(ofPrograms(slugs))
    .where('id', '=', id)
    .where('state', '<>', 'alone')
    .executeTakeFirst()
}

/** What the person asked for with this key, or what waits for them with the same input. */
export function findAsked(
  db: Db,
  {
    partnerId,
    askedBy,
    call,
    key,
    inputDigest,
  }: Pick<ApprovalRow, 'partnerId' | 'askedBy' | 'call' | 'inputDigest'> & { readonly key: string | null },
): Promise<ApprovalRow | undefined> {
  return db
    .selectFrom('approvals')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('askedBy', '=', askedBy)
    .where('call', '=', call)
    .where(eb =>
      key === null
        ? eb.and([eb('inputDigest', '=', inputDigest), eb('state', 'in', ['waiting', 'working'])])
        : eb('idempotencyKey', '=', key),
    )
    .executeTakeFirst()
}

export async function sumAlone(
  db: Db,
  {
    partnerId,
    action,
    askedBy,
    memberId,
    since,
  }: Pick<ApprovalRow, 'partnerId' | 'action' | 'askedBy' | 'memberId'> & { readonly since: Date },
): Promise<DoneAlone> {
  return db
    .selectFrom('approvals')
    .select([
      sql<number>`coalesce(sum(amount) filter (where asked_by = ${askedBy}), 0)::float8`.as('byPerson'),
      sql<number>`coalesce(sum(amount) filter (where member_id = ${memberId}), 0)::float8`.as('forMember'),
    ])
    .where('partnerId', '=', partnerId)
    .where('action', '=', action)
    .where('state', '=', 'alone')
    .where('askedAt', '>', since)
    .executeTakeFirstOrThrow()
}

export function selectApprovals(
  db: Db,
  {
    slugs,
    action,
    isDecided,
    now,
  }: {
    readonly slugs: readonly string[]
    readonly action: ControlledAction | undefined
    readonly isDecided: boolean
    readonly now: Date
  },
): Promise<ApprovalRow[]> {
  const isOpen = sql<boolean>`state in ('waiting', 'working') and expires_at > ${now}`
  const query = db
    .selectFrom('approvals')
    .selectAll()
    .where(ofPrograms(slugs))
    .where('state', '<>', 'alone')
    .$if(action !== undefined, q => q.where('action', '=', action!))
    .limit(500)
  return isDecided
    ? query.where(sql<boolean>`not (${isOpen})`).orderBy('askedAt', 'desc').execute()
    : query.where(isOpen).orderBy('askedAt').execute()
}

export function selectRules(db: Db, slugs: readonly string[]): Promise<Selectable<ApprovalRulesTable>[]> {
  return db.selectFrom('approvalRules').selectAll().where(ofPrograms(slugs)).execute()
}

export async function upsertRule(
  db: Db,
  key: Pick<ApprovalRulesTable, 'partnerId' | 'action'>,
  rule: ApprovalRule,
): Promise<void> {
  await db
    .insertInto('approvalRules')
    .values({ ...key, ...rule })
    .onConflict(conflict => conflict.columns(['partnerId', 'action']).doUpdateSet({ ...rule }))
    .execute()
}
