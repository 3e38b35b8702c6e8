import { openStates } from '@dineward/core/claims/claims.rules.ts'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { AnswerValues, ClaimNotesTable, ClaimsTable } from './claims.tables.ts'

export type ClaimRow = Selectable<ClaimsTable>

export interface Owner {
  readonly partnerId: string
  readonly memberId: string
}

/** @returns false where the member has an open claim at the restaurant on that day. */
export async function insertClaim(db: Db, claim: Insertable<ClaimsTable>): Promise<boolean> {
  const inserted = await db
    .insertInto('claims')
    .values(claim)
    .onConflict(conflict =>
      conflict
        .columns(['partnerId', 'memberId', 'merchantId', 'dinedOn'])
        .where('state', 'in', openStates)
        .doNothing(),
    )
    .executeTakeFirst()
  return Number(inserted.numInsertedOrUpdatedRows ?? 0) > 0
}

export async function countClaimsSince(db: Db, owner: Owner, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('claims')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('partnerId', '=', owner.partnerId)
    .where('memberId', '=', owner.memberId)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

type AnsweredReport = Owner &
  Pick<ClaimRow, 'id' | 'merchantId' | 'dinedOn' | 'amountCents' | 'note' | 'receiptType' | 'answer'>

/** Whether another report of the member says the same and is answered the same. */
export async function hasSameAnswer(db: Db, report: AnsweredReport): Promise<boolean> {
  const same = await db
    .selectFrom('claims')
    .select('id')
    .where('partnerId', '=', report.partnerId)
    .where('memberId', '=', report.memberId)
    .where('merchantId', '=', report.merchantId)
    .where('dinedOn', '=', report.dinedOn)
    .where('amountCents', '=', report.amountCents)
    .where('note', '=', report.note)
    .where('receiptType', 'is not distinct from', report.receiptType)
    .where('answer', '=', report.answer)
    .where('id', '<>', report.id)
    .limit(1)
    .executeTakeFirst()
  return same !== undefined
}

/** The member reports again what was answered with this dine. */
export async function isAnsweredWith(
  db: Db,
  { id, partnerId, memberId }: Pick<ClaimRow, 'id' | 'partnerId' | 'memberId'>,
  transactionId: string,
): Promise<boolean> {
  const answered = await db
    .selectFrom('claims')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('transactionId', '=', transactionId)
    .where('answer', '=', 'already_earned')
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  return answered !== undefined
}

/** Lock the row's member first. */
export function lockClaim(db: Db, partnerId: string, id: string): Promise<ClaimRow | undefined> {
  return db
    .selectFrom('claims')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export function findClaim(db: Db, partnerId: string, id: string): Promise<ClaimRow | undefined> {
  return db
    .selectFrom('claims')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function updateClaim(
  db: Db,
  { partnerId, id }: Pick<ClaimRow, 'partnerId' | 'id'>,
  changes: Omit<Updateable<ClaimsTable>, 'answerValues'> & { readonly answerValues?: AnswerValues },
): Promise<void> {
  const { answerValues, ...others } = changes
  await db
    .updateTable('claims')
    .set({ ...others, ...(answerValues ? { answerValues: JSON.stringify(answerValues) } : {}) })
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .execute()
}

/** The oldest come first. */
export function listOpenClaims(db: Db, partnerId: string): Promise<ClaimRow[]> {
  return db
    .selectFrom('claims')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('state', 'in', openStates)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

export async function listReceipts(db: Db, { partnerId, memberId }: Owner): Promise<string[]> {
  const rows = await db
    .selectFrom('claims')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('receiptType', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Of claims that were answered before. */
export function listOldReceipts(
  db: Db,
  partnerId: string,
  decidedBefore: Date,
): Promise<Pick<ClaimRow, 'partnerId' | 'id'>[]> {
  return db
    .selectFrom('claims')
    .select(['partnerId', 'id'])
    .where('partnerId', '=', partnerId)
    .where('receiptType', 'is not', null)
    .where('decidedAt', '<', decidedBefore)
    .execute()
}

/** @returns false where someone else has it now, or it was answered. */
export async function updateAssignee(
  db: Db,
  claim: Pick<ClaimRow, 'partnerId' | 'id'>,
  { before, assignee }: { readonly before: string | null; readonly assignee: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('claims')
    .set({ assignee })
    .where('partnerId', '=', claim.partnerId)
    .where('id', '=', claim.id)
    .where('assignee', 'is not distinct from', before)
    .where('decidedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function insertClaimNote(db: Db, note: Insertable<ClaimNotesTable>): Promise<void> {
  await db.insertInto('claimNotes').values(note).execute()
}

/** The oldest first. */
export function listClaimNotes(
  db: Db,
  claim: Pick<ClaimRow, 'partnerId' | 'id'>,
): Promise<Selectable<ClaimNotesTable>[]> {
  return db
    .selectFrom('claimNotes')
    .selectAll()
    .where('partnerId', '=', claim.partnerId)
    .where('claimId', '=', claim.id)
    .orderBy('id')
    .execute()
}
