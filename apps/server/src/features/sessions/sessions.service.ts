import { createHash, randomBytes } from 'node:crypto'
import { days, minutes } from '@dineward/core/shared/clock.ts'
import type { Context, SignedIn } from '../../context.ts'
import { deleteMemberSessions, deleteSession, insertSession, renewSession } from './sessions.repository.ts'

export interface ResumedSession {
  readonly member: SignedIn
  readonly expiresAt: Date
  readonly remembered: boolean
}

/**
 * Starts a session and answers its token; only a hash of it is kept. It ends 15 minutes after the last call, or 90
 * days after it when remembered (shell §4 Session).
 */
export async function startSession(
  ctx: Context,
  input: { memberId: string; remember: boolean },
): Promise<{ token: string; expiresAt: Date; remembered: boolean }> {
  const token = randomBytes(32).toString('base64url')
  const now = ctx.clock.now()
  const expiresAt = sessionEnd(ctx, input.remember)
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
  return renewSession(ctx.db, {
    partnerId: ctx.partner.slug,
    tokenHash: hashToken(token),
    now: ctx.clock.now(),
    expiresAt: sessionEnd(ctx, false),
    rememberedExpiresAt: sessionEnd(ctx, true),
  })
}

export async function endSession(ctx: Context, token: string): Promise<void> {
  await deleteSession(ctx.db, ctx.partner.slug, hashToken(token))
}

/** Signs a member out everywhere: after the last card, after a new password. */
export async function endAllSessions(ctx: Context, memberId: string): Promise<void> {
  await deleteMemberSessions(ctx.db, ctx.partner.slug, memberId)
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

function sessionEnd(ctx: Context, remember: boolean): Date {
  const { minutes: idleMinutes, rememberDays } = ctx.partner.settings.session
  return new Date(ctx.clock.now().getTime() + (remember ? days(rememberDays) : minutes(idleMinutes)))
}
