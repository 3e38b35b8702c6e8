import type { Insertable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { ConsentSource, MemberConsentsTable } from './members.tables.ts'

export async function insertConsents(
  db: Db,
  consents: readonly Insertable<MemberConsentsTable>[],
): Promise<void> {
  if (consents.length > 0) await db.insertInto('memberConsents').values(consents).execute()
}

/** @returns how many were withdrawn. */
export async function withdrawConsents(
  db: Db,
  { partnerId, memberId, kind, source, now }: Withdrawal,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('memberConsents')
    .set({ withdrawnAt: now, withdrawnSource: source })
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('kind', '=', kind)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

interface Withdrawal {
  readonly partnerId: string
  readonly memberId: string
  readonly kind: MemberConsentsTable['kind']
  readonly source: ConsentSource
  readonly now: Date
}
