import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { CredentialRemindersTable } from './credentials.tables.ts'

export interface MemberKey {
  readonly partnerId: string
  readonly memberId: string
}

export interface NewEmail extends MemberKey {
  readonly email: string
  readonly codeHash: string | null
  readonly now: Date
  readonly expiresAt: Date
  readonly limit: { readonly since: Date; readonly mails: number }
}

/** Replaces the code before. @returns false, without a change, when the member had enough mails. */
export async function replaceCredentialChange(db: Db, change: NewEmail): Promise<boolean> {
  const recent = sql`array(select at from unnest(changes.mailed_at) at where at > ${change.limit.since}::timestamptz)`
  const result = await sql`
    insert into credential_changes as changes (partner_id, member_id, email, code_hash, expires_at, mailed_at)
    values (
      ${change.partnerId}, ${change.memberId}, ${change.email}, ${change.codeHash}, ${change.expiresAt},
      array[${change.now}::timestamptz]
    )
    on conflict (partner_id, member_id) do update set
      email = excluded.email, code_hash = excluded.code_hash, expires_at = excluded.expires_at, failed_tries = 0,
      mailed_at = ${recent} || ${change.now}::timestamptz
    where cardinality(${recent}) < ${change.limit.mails}::int
  `.execute(db)
  return Number(result.numAffectedRows) > 0
}

/** Count a try first: concurrent guesses cannot pass the limit. @returns the hash to compare with. */
export async function countCodeTry(
  db: Db,
  { partnerId, memberId, now, maxTries }: MemberKey & { now: Date; maxTries: number },
): Promise<string | null> {
  const row = await db
    .updateTable('credentialChanges')
    .set({ failedTries: sql`failed_tries + 1` })
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('expiresAt', '>', now)
    .where('failedTries', '<', maxTries)
    .returning('codeHash')
    .executeTakeFirst()
  return row?.codeHash ?? null
}

/** @returns the new address; null when another call has used the code. */
export async function useCode(
  db: Db,
  { partnerId, memberId, codeHash }: MemberKey & { codeHash: string },
): Promise<string | null> {
  const row = await db
    .updateTable('credentialChanges')
    .set({ codeHash: null })
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('codeHash', '=', codeHash)
    .returning('email')
    .executeTakeFirst()
  return row?.email ?? null
}

export async function deleteCredentialChange(db: Db, { partnerId, memberId }: MemberKey): Promise<void> {
  await db
    .deleteFrom('credentialChanges')
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .execute()
}

export async function findReminder(db: Db, { partnerId, memberId }: MemberKey): Promise<Date | null> {
  const row = await db
    .selectFrom('credentialReminders')
    .select('postponedUntil')
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return row?.postponedUntil ?? null
}

export async function upsertReminder(db: Db, reminder: Insertable<CredentialRemindersTable>): Promise<void> {
  const { postponedUntil } = reminder
  await db
    .insertInto('credentialReminders')
    .values(reminder)
    .onConflict(conflict => conflict.columns(['partnerId', 'memberId']).doUpdateSet({ postponedUntil }))
    .execute()
}
