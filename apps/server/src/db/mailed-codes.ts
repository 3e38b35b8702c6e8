import { type Insertable, sql } from 'kysely'
import type { Db } from './open-database.ts'
import type { Tables } from './tables.ts'

/** Tables of codes that were mailed, one row a member, with the columns that they share. */
export type CodeTable = 'credentialChanges' | 'recoveryCodes'
const shared = (table: CodeTable) => table as 'recoveryCodes'

export interface MemberKey {
  readonly partnerId: string
  readonly memberId: string
}

export interface MailLimit {
  readonly now: Date
  readonly since: Date
  readonly mails: number
}

/** Replaces the code before. @returns false, without a change, when the member had enough mails. */
export async function replaceCode<T extends CodeTable>(
  db: Db,
  table: T,
  code: Omit<Insertable<Tables[T]>, 'failedTries' | 'mailedAt'>,
  { now, since, mails }: MailLimit,
): Promise<boolean> {
  const recent = sql<Date[]>`times_after(${sql.ref(`${table}.mailedAt`)}, ${since})`
  const { partnerId, memberId, ...changes } = {
    ...(code as Insertable<Tables['recoveryCodes']>),
    failedTries: 0,
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto(shared(table))
    .values({ partnerId, memberId, ...changes, mailedAt: sql`array[${now}::timestamptz]` })
    .onConflict(conflict =>
      conflict
        .columns(['partnerId', 'memberId'])
        .doUpdateSet({ ...changes, mailedAt: sql`${recent} || ${now}::timestamptz` })
        .where(sql<boolean>`cardinality(${recent}) < ${mails}::int`),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Count a try first: concurrent guesses cannot pass the limit. @returns the hash to compare with. */
export async function countCodeTry(
  db: Db,
  table: CodeTable,
  { partnerId, memberId, now, maxTries }: MemberKey & { now: Date; maxTries: number },
): Promise<string | null> {
  const row = await db
    .updateTable(shared(table))
    .set({ failedTries: sql`failed_tries + 1` })
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('expiresAt', '>', now)
    .where('failedTries', '<', maxTries)
    .returning('codeHash')
    .executeTakeFirst()
  return row?.codeHash ?? null
}

export async function deleteCode(
  db: Db,
  table: CodeTable,
  { partnerId, memberId }: MemberKey,
): Promise<void> {
  await db
    .deleteFrom(shared(table))
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .execute()
}
