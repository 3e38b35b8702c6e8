import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/** What is told of a member by their id alone, and what activating needs. */
export interface VisitorRow {
  readonly id: string
  readonly tierLevel: number
  readonly memberType: 'EnrolledCardMember' | 'NonCardMember' | 'ClosedAccountMember'
  readonly emailOptIn: boolean
  readonly hasPassword: boolean
}

export async function findVisitor(db: Db, partnerId: string, id: string): Promise<VisitorRow | null> {
  const row = await db
    .selectFrom('members')
    .select(['id', 'tierLevel', 'memberType', 'emailOptIn'])
    .select(sql<boolean>`password_hash is not null`.as('hasPassword'))
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Moves a member from one level to another; of two who ask at once, the second changes nothing. */
export async function changeTier(
  db: Db,
  partnerId: string,
  { id, from, to }: { id: string; from: number; to: number },
): Promise<void> {
  await db
    .updateTable('members')
    .set({ tierLevel: to })
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .where('tierLevel', '=', from)
    .execute()
}

export async function isEmailOfMember(db: Db, partnerId: string, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where(eb => eb(sql`lower(email)`, '=', sql`lower(${email})`))
    .executeTakeFirst()
  return row !== undefined
}

/** Once per partner and address, however it is written; when it was left last is kept. */
export async function keepProspectEmail(
  db: Db,
  { partnerId, email, now }: { partnerId: string; email: string; now: Date },
): Promise<void> {
  await db
    .insertInto('prospectEmails')
    .values({ partnerId, email: email.toLowerCase(), firstLeftAt: now, lastLeftAt: now })
    .onConflict(conflict => conflict.columns(['partnerId', 'email']).doUpdateSet({ lastLeftAt: now }))
    .execute()
}
