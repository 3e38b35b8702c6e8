import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import type {
  MemberIdentitiesTable,
  PostedAnswer,
  ProvenIdentitiesTable,
  SsoAttemptsTable,
} from '../identity.tables.ts'

export type ProvenIdentity = Selectable<ProvenIdentitiesTable>

interface MemberKey {
  readonly partnerId: string
  readonly memberId: string
}

type BrowserKey = Pick<ProvenIdentity, 'partnerId' | 'browserHash'>

/** An answer is taken once. @returns false when no such attempt waits for one. */
export async function storeAnswer(
  db: Db,
  key: Pick<Selectable<SsoAttemptsTable>, 'partnerId' | 'stateHash' | 'provider'>,
  answer: PostedAnswer,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ssoAttempts')
    .set({ answer: JSON.stringify(answer) })
    .where('partnerId', '=', key.partnerId)
    .where('stateHash', '=', key.stateHash)
    .where('provider', '=', key.provider)
    .where('answer', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A browser has one. */
export async function replaceProvenIdentity(
  db: Db,
  identity: Insertable<ProvenIdentitiesTable>,
): Promise<void> {
  const { partnerId: _, browserHash: __, ...rest } = identity
  await db
    .insertInto('provenIdentities')
    .values(identity)
    .onConflict(conflict => conflict.columns(['partnerId', 'browserHash']).doUpdateSet(rest))
    .execute()
}

export async function findProvenIdentity(db: Db, key: BrowserKey, now: Date): Promise<ProvenIdentity | null> {
  const row = await db
    .selectFrom('provenIdentities')
    .selectAll()
    .where('partnerId', '=', key.partnerId)
    .where('browserHash', '=', key.browserHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** It is used once. @returns false when it was used meanwhile, or replaced by another person's. */
export async function takeProvenIdentity(db: Db, identity: ProvenIdentity): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('provenIdentities')
    .where('partnerId', '=', identity.partnerId)
    .where('browserHash', '=', identity.browserHash)
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function listIdentities(
  db: Db,
  { partnerId, memberId }: MemberKey,
): Promise<Pick<Selectable<MemberIdentitiesTable>, 'issuer' | 'linkedAt'>[]> {
  return db
    .selectFrom('memberIdentities')
    .select(['issuer', 'linkedAt'])
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .execute()
}

export async function deleteIdentity(
  db: Db,
  { partnerId, memberId }: MemberKey,
  issuer: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('memberIdentities')
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** @returns how many. */
export async function deleteIdentitiesSince(
  db: Db,
  { partnerId, memberId }: MemberKey,
  since: Date,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('memberIdentities')
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('linkedAt', '>=', since)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
