import { days, minutes } from '@dineward/core/shared/clock.ts'
import type { Context } from '../../context.ts'
import { markMemberClosed } from '../members/members.service.ts'
import { recordMemberAudit } from '../staff/audit.service.ts'
import { rememberDevice } from './devices.service.ts'
import { type ResumedSession, renewSession } from './identity-members.read.ts'
import {
  deleteExpiredSessions,
  deleteMemberSessions,
  deleteSession,
  insertSession,
} from './sessions.repository.ts'
import { hashToken, newToken } from './tokens.service.ts'

export interface BrowserTokens {
  readonly sessionToken: string | null
  readonly deviceToken: string | null
}

/** A new token, against session fixation; ends the session that the browser had. */
export async function openSession(
  ctx: Context,
  input: { memberId: string; remember: boolean; browser: BrowserTokens; providerSession?: string | null },
): Promise<{ token: string; expiresAt: Date; remembered: boolean; deviceToken: string }> {
  const { memberId, remember, browser, providerSession = null } = input
  if (browser.sessionToken) await endSession(ctx, browser.sessionToken)
  const session = await startSession(ctx, { memberId, remember, providerSession })
  const deviceToken = await rememberDevice(ctx, memberId, browser.deviceToken)
  return { ...session, deviceToken }
}

/** Ends 15 minutes after the last call, or 90 days when remembered (shell §4 Session). Only a token hash is stored. */
export async function startSession(
  ctx: Context,
  input: { memberId: string; remember: boolean; providerSession?: string | null },
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
    providerSession: input.providerSession ?? null,
  })
  return { token, expiresAt, remembered: input.remember }
}

/** Null when it has ended or never existed. */
export async function resumeSession(
  ctx: Context,
  token: string,
  { withSummary = false }: { readonly withSummary?: boolean } = {},
): Promise<ResumedSession | null> {
  const session = await renewSession(ctx.db, {
    partnerId: ctx.partner.slug,
    tokenHash: hashToken(token),
    now: ctx.clock.now(),
    expiresAt: sessionEnd(ctx, false),
    rememberedExpiresAt: sessionEnd(ctx, true),
    withSummary,
  })
  // An expired session is deleted, so that a clock set back cannot revive it.
  if (!session) await endSession(ctx, token)
  return session
}

export async function endSession(ctx: Context, token: string): Promise<void> {
  await deleteSession(ctx.db, ctx.partner.slug, hashToken(token))
}

/** In the caller's transaction. */
export async function closeAccount(ctx: Context, memberId: string): Promise<void> {
  await markMemberClosed(ctx, memberId)
  await recordMemberAudit(ctx, { action: 'account.closed', memberId })
  await endAllSessions(ctx, memberId)
}

export async function endAllSessions(ctx: Context, memberId: string): Promise<void> {
  await deleteMemberSessions(ctx.db, ctx.partner.slug, memberId)
}

function sessionEnd(ctx: Context, remember: boolean): Date {
  const { minutes: idleMinutes, rememberDays } = ctx.partner.settings.session
  return new Date(ctx.clock.now().getTime() + (remember ? days(rememberDays) : minutes(idleMinutes)))
}
