import type { DeviceName } from '@dineward/core/identity/device-name.rules.ts'
import { days, minutes } from '@dineward/core/shared/clock.ts'
import type { Context, MemberActor } from '../../../context.ts'
import { markMemberClosed } from '../../members/members.service.ts'
import { endMemberNotifications, endSessionNotifications } from '../../notifications/notifications.service.ts'
import { takeOverGuestTables } from '../../reservations/guests/take-over.service.ts'
import { recordMemberAudit } from '../../staff/audit.service.ts'
import { findSessionMember, type ResumedSession, renewSession } from '../identity-members.read.ts'
import { rememberDevice } from '../sign-in/devices.service.ts'
import {
  deleteMemberSessions,
  deleteSession,
  findLastTimeZone,
  insertSession,
  replaceToken,
} from './sessions.repository.ts'
import { hashToken, newToken, nextToken, tokenFamily } from './tokens.service.ts'

/** A token in use is replaced after this. */
const tokenMs = minutes(5)
/** A replaced token works for this long once the next one is used: several tabs send requests in parallel. */
const overlapMs = minutes(1)

/** What the browser of a request sends along. */
export interface Browser {
  readonly sessionToken: string | null
  readonly deviceToken: string | null
  readonly traits: BrowserTraits
}

/** As near to a place as is kept: no address. */
export interface BrowserTraits extends DeviceName {
  readonly language: string | null
  readonly timeZone: string | null
}

const unknownTraits: BrowserTraits = { browser: null, system: null, language: null, timeZone: null }

/** Single sign-on began such a session. */
interface ProviderLogin {
  readonly session: string | null
  readonly subject: string
  readonly authenticatedAt: Date | null
}

export interface StartedSession {
  readonly token: string
  readonly expiresAt: Date
  readonly remembered: boolean
}

export interface OpenedSession extends StartedSession {
  readonly deviceToken: string
  /** The device is new to this member. */
  readonly isNewDevice: boolean
}

/**
 * The session has a new token, against session fixation; the one that the browser had ends. What the member booked as a
 * guest becomes theirs.
 */
export async function openSession(
  ctx: Context,
  input: { memberId: string; remember: boolean; browser: Browser; provider?: ProviderLogin },
): Promise<OpenedSession> {
  const { browser, ...login } = input
  if (browser.sessionToken) await endSession(ctx, browser.sessionToken)
  const session = await startSession(ctx, { ...login, traits: browser.traits })
  await takeOverGuestTables(ctx, input.memberId)
  return { ...session, ...(await rememberDevice(ctx, input.memberId, browser.deviceToken)) }
}

/**
 * Ends 15 minutes after the last call, or 90 days when remembered (shell §4 Session), and at the latest a day or
 * `maxDays` after the sign-in. Only a token hash is stored.
 */
export async function startSession(
  ctx: Context,
  input: { memberId: string; remember: boolean; provider?: ProviderLogin; traits?: BrowserTraits },
): Promise<StartedSession> {
  const token = newToken()
  const now = ctx.clock.now()
  const expiresAt = sessionEnd(ctx, input.remember)
  await insertSession(ctx.db, {
    id: sessionId(token),
    tokenHash: hashToken(token),
    tokenIssuedAt: now,
    partnerId: ctx.partner.slug,
    memberId: input.memberId,
    remembered: input.remember,
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
    providerSession: input.provider?.session ?? null,
    providerSubject: input.provider?.subject ?? null,
    authenticatedAt: input.provider?.authenticatedAt ?? null,
    ...(input.traits ?? unknownTraits),
  })
  return { token, expiresAt, remembered: input.remember }
}

export interface CurrentSession extends Omit<ResumedSession, 'isReplaced'> {
  /** The browser's next token; null while the one that it has stays. */
  readonly token: string | null
}

/** Null when it has ended or never existed. */
export async function resumeSession(
  ctx: Context,
  token: string,
  { withSummary = false, timeZone = null }: { withSummary?: boolean; timeZone?: string | null } = {},
): Promise<CurrentSession | null> {
  const now = ctx.clock.now()
  const next = nextToken(token)
  const renewed = await renewSession(ctx.db, {
    partnerId: ctx.partner.slug,
    id: sessionId(token),
    tokenHash: hashToken(token),
    nextTokenHash: hashToken(next),
    now,
    replaceBefore: new Date(now.getTime() - tokenMs),
    overlapStart: new Date(now.getTime() - overlapMs),
    expiresAt: sessionEnd(ctx, false),
    rememberedExpiresAt: sessionEnd(ctx, true),
    maxSeconds: { remembered: days(ctx.partner.settings.session.maxDays) / 1_000, other: days(1) / 1_000 },
    timeZone,
    withSummary,
  })
  if (!renewed) {
    await endRefusedSession(ctx, token)
    return null
  }
  const { isReplaced, ...session } = renewed
  return { ...session, token: isReplaced ? next : null }
}

/** Who has proved who they are goes on with another token. @returns null where this call has brought one already. */
export async function renewToken(ctx: Context, token: string): Promise<StartedSession | null> {
  const next = nextToken(token)
  const renewed = await replaceToken(ctx.db, {
    partnerId: ctx.partner.slug,
    id: sessionId(token),
    from: hashToken(token),
    to: hashToken(next),
    now: ctx.clock.now(),
  })
  return renewed && { ...renewed, token: next }
}

/** The member's own, by the other devices that are signed in. @returns null where none of them said it */
export const findUsualTimeZone = (ctx: Context, memberId: string, newSessionId: string) =>
  findLastTimeZone(ctx.db, { partnerId: ctx.partner.slug, memberId, except: newSessionId })

/** Neither renews the session nor replaces its token. */
export async function findSignedIn(
  ctx: Context,
  token: string | null,
  { withSummary = false }: { withSummary?: boolean } = {},
): Promise<MemberActor | null> {
  if (!token) return null
  const { slug: partnerId } = ctx.partner
  const now = ctx.clock.now()
  const ids = { partnerId, id: sessionId(token), tokenHash: hashToken(token) }
  return findSessionMember(ctx.db, { ...ids, now, withSummary })
}

/**
 * A session that has expired is deleted, so that a clock set back cannot revive it. One that has not was called with a
 * token that was replaced: two have it, and one of them stole it.
 */
async function endRefusedSession(ctx: Context, token: string): Promise<void> {
  await ctx.db.transaction().execute(async trx => {
    const ended = await deleteSession(trx, ctx.partner.slug, idsOf(token))
    if (!ended || ended.expiresAt <= ctx.clock.now()) return
    const { memberId } = ended
    const entry = { action: 'credentials.sessions_ended', memberId, reason: 'replaced token' } as const
    await recordMemberAudit({ ...ctx, db: trx }, entry)
  })
}

/** The browser may be shared: it shows no more notifications. @returns as `endSession`. */
export async function signOut(ctx: Context, token: string): Promise<string | null> {
  return ctx.db.transaction().execute(async db => {
    const subject = await endSession({ ...ctx, db }, token)
    await endSessionNotifications({ ...ctx, db }, [sessionId(token)])
    return subject
  })
}

/** @returns the provider's name of the person, if single sign-on began the session. */
async function endSession(ctx: Context, token: string): Promise<string | null> {
  const ended = await deleteSession(ctx.db, ctx.partner.slug, idsOf(token))
  return ended?.providerSubject ?? null
}

export const sessionId = (token: string): string => hashToken(tokenFamily(token))

const idsOf = (token: string): string[] => [sessionId(token), hashToken(token)]

/** In the caller's transaction. */
export async function closeAccount(ctx: Context, memberId: string, reason?: string): Promise<void> {
  await markMemberClosed(ctx, memberId)
  await recordMemberAudit(ctx, {
    action: 'account.closed',
    memberId,
    ...(reason === undefined ? {} : { reason }),
  })
  await endAllSessions(ctx, memberId)
}

/** `except` is the id of the session that stays. */
export async function endAllSessions(
  ctx: Context,
  memberId: string,
  which: { readonly except?: string } = {},
): Promise<void> {
  await deleteMemberSessions(ctx.db, { partnerId: ctx.partner.slug, memberId }, which)
  await endMemberNotifications(ctx, memberId, which)
}

function sessionEnd(ctx: Context, remember: boolean): Date {
  const { minutes: idleMinutes, rememberDays } = ctx.partner.settings.session
  return new Date(ctx.clock.now().getTime() + (remember ? days(rememberDays) : minutes(idleMinutes)))
}
