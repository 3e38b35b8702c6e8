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
  /** It was replaced now, and the browser has to be told the next. */
  readonly isReplaced: boolean
}

export interface SessionRenewal {
  readonly partnerId: string
  readonly id: string
  readonly tokenHash: string
  readonly nextTokenHash: string
  readonly now: Date
  /** A token issued before is replaced. */
  readonly replaceBefore: Date
  /** A token that was replaced works if the next one was first used after this, or not yet. */
  readonly overlapStart: Date
  readonly expiresAt: Date
  readonly rememberedExpiresAt: Date
  /** The limits count from the sign-in; use does not renew past them. */
  readonly maxSeconds: { readonly remembered: number; readonly other: number }
  readonly timeZone: string | null
  readonly withSummary: boolean
}

/**
 * One statement does it: requests of one browser run in parallel, and only one of them may replace the token. A
 * replaced token that comes back before the next one was ever used is replaced once more: the answer was lost.
 */
export async function renewSession(db: Db, input: SessionRenewal): Promise<ResumedSession | null> {
  const isCurrent = sql<boolean>`(sessions.token_hash = ${input.tokenHash})`
  const isOverlapping = sql<boolean>`(sessions.previous_token_hash = ${input.tokenHash} and
    (sessions.token_used_at is null or sessions.token_used_at > ${input.overlapStart}::timestamptz))`
  const isDue = sql<boolean>`case when ${isCurrent} then sessions.token_issued_at <= ${input.replaceBefore}::timestamptz
    else sessions.token_used_at is null and sessions.token_issued_at <= ${input.overlapStart}::timestamptz end`
  // Of UTC, so that it depends on no setting: Citus refuses an update that does (docs/scale.md).
  const longest = (secs: number) =>
    sql`(sessions.created_at at time zone 'utc' + make_interval(secs => ${secs}::double precision)) at time zone 'utc'`
  const row = await db
    .with('renewed', query =>
      query
        .updateTable('sessions')
        .set({
          tokenHash: sql<string>`case when ${isDue} then ${input.nextTokenHash} else sessions.token_hash end`,
          previousTokenHash: sql<string>`case when ${isDue} then ${input.tokenHash} else sessions.previous_token_hash end`,
          tokenIssuedAt: sql<Date>`case when ${isDue} then ${input.now}::timestamptz else sessions.token_issued_at end`,
          tokenUsedAt: sql<Date>`case when ${isDue} then null
            when ${isCurrent} then coalesce(sessions.token_used_at, ${input.now}::timestamptz)
            else sessions.token_used_at end`,
          timeZone: sql<string>`coalesce(${input.timeZone}, sessions.time_zone)`,
          lastSeenAt: input.now,
          expiresAt: sql<Date>`case when sessions.remembered
            then least(${input.rememberedExpiresAt}::timestamptz, ${longest(input.maxSeconds.remembered)})
            else least(${input.expiresAt}::timestamptz, ${longest(input.maxSeconds.other)}) end`,
        })
        .where('sessions.partnerId', '=', input.partnerId)
        .where('sessions.id', '=', input.id)
        .where(eb => eb.or([isCurrent, isOverlapping]))
        .where('sessions.expiresAt', '>', input.now)
        .returning(['memberId', 'expiresAt', 'remembered', 'tokenHash']),
    )
    .selectFrom('renewed')
    .innerJoin('members', 'members.id', 'renewed.memberId')
    .where('members.partnerId', '=', input.partnerId)
    .selectAll('members')
    .select(['renewed.expiresAt', 'renewed.remembered'])
    .select(summaryOf(input).as('summary'))
    .select(sql<boolean>`renewed.token_hash = ${input.nextTokenHash}`.as('isReplaced'))
    .executeTakeFirst()
  if (!row) return null
  const { expiresAt, remembered, isReplaced, passwordHash: _, ...member } = row
  return { member: { kind: 'member', ...member }, expiresAt, remembered, isReplaced }
}

function summaryOf({
  now,
  withSummary,
}: Pick<SessionRenewal, 'now' | 'withSummary'>): RawBuilder<MemberSummary | null> {
  return withSummary ? memberSummary(now.getUTCFullYear()) : sql`null`
}

/** A token that was replaced counts until the session's next renewal. */
export async function findSessionMember(
  db: Db,
  input: Pick<SessionRenewal, 'partnerId' | 'id' | 'tokenHash' | 'now' | 'withSummary'>,
): Promise<MemberActor | null> {
  const { partnerId, id, tokenHash, now } = input
  const row = await db
    .selectFrom('sessions')
    .innerJoin('members', join =>
      join
        .onRef('members.id', '=', 'sessions.memberId')
        .onRef('members.partnerId', '=', 'sessions.partnerId'),
    )
    .selectAll('members')
    .select(summaryOf(input).as('summary'))
    .where('sessions.partnerId', '=', partnerId)
    .where('sessions.id', '=', id)
    .where(eb => eb.or([eb('tokenHash', '=', tokenHash), eb('previousTokenHash', '=', tokenHash)]))
    .where('sessions.expiresAt', '>', now)
    .executeTakeFirst()
  if (!row) return null
  const { passwordHash: _, ...member } = row
  return { kind: 'member', ...member }
}

/** Case is ignored. */
export async function findMemberByNumber(db: Db, partnerId: string, number: string): Promise<string | null> {
  const row = await db
    .selectFrom('members')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('memberNumber', 'in', [number, number.toUpperCase()])
    .executeTakeFirst()
  return row?.id ?? null
}

/** The name is an email or member number, whatever its case; the email wins. */
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

export async function findPasswordHash(db: Db, partnerId: string, memberId: string): Promise<string | null> {
  const row = await db
    .selectFrom('members')
    .select('passwordHash')
    .where('partnerId', '=', partnerId)
    .where('id', '=', memberId)
    .executeTakeFirst()
  return row?.passwordHash ?? null
}

/** Until the transaction ends. @returns false when it is another one by now. */
export async function lockPassword(
  db: Db,
  { partnerId, memberId, passwordHash }: { partnerId: string; memberId: string; passwordHash: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('id', '=', memberId)
    .where('passwordHash', '=', passwordHash)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
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
    .where('erasedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}
