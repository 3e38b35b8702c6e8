import { minutes } from '@dineward/core/shared/clock.ts'
import type { Context } from '../../context.ts'
import { hashToken } from '../identity/sessions/tokens.service.ts'
import { deleteChallengesOf, insertChallenge, takeChallenge } from './passkey-challenges.repository.ts'

const challengeMinutes = 5

/** The challenge is for this member and this browser: `browserKey` names its anti-forgery cookie and session. */
export interface ChallengeOwner {
  readonly browserKey: string
  /** Null is for a sign-in. */
  readonly memberId: string | null
}

export async function storeChallenge(ctx: Context, challenge: string, owner: ChallengeOwner): Promise<void> {
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + minutes(challengeMinutes))
  await insertChallenge(ctx.db, { ...keyOf(ctx, challenge, owner), expiresAt })
}

/** A challenge can be used once. @returns false when it was used before, has expired, or is another browser's. */
export async function useChallenge(ctx: Context, challenge: string, owner: ChallengeOwner): Promise<boolean> {
  return takeChallenge(ctx.db, keyOf(ctx, challenge, owner), ctx.clock.now())
}

/** With the sessions, when a password was changed. */
export async function endPasskeyChallenges(ctx: Context, memberId: string): Promise<void> {
  await deleteChallengesOf(ctx.db, ctx.partner.slug, memberId)
}

const keyOf = ({ partner }: Context, challenge: string, { browserKey, memberId }: ChallengeOwner) => ({
  partnerId: partner.slug,
  challengeHash: hashToken(challenge),
  browserHash: hashToken(browserKey),
  memberId,
})
