import { days, minutes } from '@dineward/core/shared/clock.ts'
import type { Context, SignedIn } from '../../context.ts'
import { rememberDevice } from './devices.service.ts'
import {
  deleteExpiredSessions,
  deleteMemberSessions,
  deleteSession,
  insertSession,
  renewSession,
} from './sessions.repository.ts'
import { hashToken, newToken } from './token.ts'

export interface ResumedSession {
  readonly member: SignedIn
  readonly expiresAt: Date
  readonly remembered: boolean
}

/** What a browser had before it signed in: the session it still carries, and the mark of a device seen before. */
export interface BrowserTokens {
  readonly sessionToken: string | null
  readonly deviceToken: string | null
}

/**
 * Signs a member in on a browser: always with a new token, so that one planted beforehand is worth nothing, and the
 * session it came with ends.
 */
export async function openSession(
  ctx: Context,
  input: { memberId: string; remember: boolean; browser: BrowserTokens },
): Promise<{ token: string; expiresAt: Date; remembered: boolean; deviceToken: string }> {
  const { memberId, remember, browser } = input
  if (browser.sessionToken) await endSession(ctx, browser.sessionToken)
  const session = await startSession(ctx, { memberId, remember })
  const deviceToken = await rememberDevice(ctx, memberId, browser.deviceToken)
  return { ...session, deviceToken }
}

/**
 * Starts a session and answers its token; only a hash of it is kept. It ends 15 minutes after the last call, or 90
 * days after it when remembered (shell §4 Session).
 */
export async function startSession(
  ctx: Context,
  input: { memberId: string; remember: boolean },
): Promise<{ token: string; expiresAt: Date; remembered: boolean }> {
  const token = newToken()
  const now = ctx.clock.now()
  const expiresAt = sessionEnd(ctx, input.remember)
  await deleteExpiredSessions(ctx.db, now)
  await insertSession(ctx.db, {
    tokenHash: hashToken(token),
    partnerId: ctx.partner.slug,
    memberId: input.memberId,
    remembered: input.remember,
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
  })
  return { token, expiresAt, remembered: input.remember }
}

/** Finds the session of a token and renews it, in one statement. Null when it has ended or never was. */
export async function resumeSession(ctx: Context, token: string): Promise<ResumedSession | null> {
  const session = await renewSession(ctx.db, {
    partnerId: ctx.partner.slug,
    tokenHash: hashToken(token),
    now: ctx.clock.now(),
    expiresAt: sessionEnd(ctx, false),
    rememberedExpiresAt: sessionEnd(ctx, true),
  })
  // Once told that it has ended, it is gone: a clock that is set back must not bring it to life.
  if (!session) await endSession(ctx, token)
  return session
}

export async function endSession(ctx: Context, token: string): Promise<void> {
  await deleteSession(ctx.db, ctx.partner.slug, hashToken(token))
}

/** Signs a member out everywhere: after the last card, after a new password. */
export async function endAllSessions(ctx: Context, memberId: string): Promise<void> {
  await deleteMemberSessions(ctx.db, ctx.partner.slug, memberId)
}

function sessionEnd(ctx: Context, remember: boolean): Date {
  const { minutes: idleMinutes, rememberDays } = ctx.partner.settings.session
  return new Date(ctx.clock.now().getTime() + (remember ? days(rememberDays) : minutes(idleMinutes)))
}
