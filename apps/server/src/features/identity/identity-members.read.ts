import type { MemberType } from '@dineward/core/members/member-questions.ts'
import { normalizeSignInName } from '@dineward/core/members/sign-in-name.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { MemberActor } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { type MemberSummary, memberSummary } from '../members/member-summary.read.ts'

export interface ResumedSession {
  readonly member: MemberActor
  readonly expiresAt: Date
  readonly remembered: boolean
}

export async function renewSession(
  db: Db,
  input: {
    partnerId: string
    tokenHash: string
    now: Date
    expiresAt: Date
    rememberedExpiresAt: Date
    withSummary: boolean
  },
): Promise<ResumedSession | null> {
  const summary: RawBuilder<MemberSummary | null> = input.withSummary
    ? memberSummary(input.now.getUTCFullYear())
    : sql`null`
  const row = await db
    .updateTable('sessions')
    .from('members')
    .set({
      lastSeenAt: input.now,
      expiresAt: sql<Date>`case when sessions.remembered then ${input.rememberedExpiresAt}::timestamptz else ${input.expiresAt}::timestamptz end`,
    })
    .whereRef('members.id', '=', 'sessions.memberId')
    .whereRef('members.partnerId', '=', 'sessions.partnerId')
    .where('sessions.partnerId', '=', input.partnerId)
    .where('sessions.tokenHash', '=', input.tokenHash)
    .where('sessions.expiresAt', '>', input.now)
    .returningAll('members')
    .returning(['sessions.expiresAt', 'sessions.remembered'])
    .returning(summary.as('summary'))
    .executeTakeFirst()
  if (!row) return null
  const { expiresAt, remembered, passwordHash: _, ...member } = row
  return { member: { kind: 'member', ...member }, expiresAt, remembered }
}

/** By email or member number, ignoring case; the email wins. */
export async function findCredentials(
  db: Db,
  partnerId: string,
  userName: string,
): Promise<{ id: string; passwordHash: string | null } | null> {
  const name = normalizeSignInName(userName)
  const row = await db
    .selectFrom('members')
    .select(['id', 'passwordHash'])
    .where('partnerId', '=', partnerId)
    .where(eb => eb.or([eb('signInName', '=', name), eb('memberNumber', 'in', [name, name.toUpperCase()])]))
    .orderBy(sql`sign_in_name is not distinct from ${name}`, 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** An account of this address that has not confirmed it yet. */
export async function findUnconfirmedJoin(
  db: Db,
  { partnerId, email, since }: { partnerId: string; email: string; since: Date },
): Promise<{ id: string; passwordHash: string | null } | null> {
  const row = await db
    .selectFrom('members')
    .select(['id', 'passwordHash'])
    .where('partnerId', '=', partnerId)
    .where('signInName', '=', normalizeSignInName(email))
    .where('emailConfirmedAt', 'is', null)
    .where('joinedAt', '>', since)
    .executeTakeFirst()
  return row ?? null
}

export interface VisitorRow {
  readonly id: string
  readonly tierLevel: number
  readonly memberType: MemberType
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
