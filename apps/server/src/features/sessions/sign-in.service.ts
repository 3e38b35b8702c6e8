import { canSelfEnroll } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../context.ts'
import { checkCredentials } from '../members/credentials.service.ts'
import type { MemberRow } from '../members/members.service.ts'
import { type BrowserTokens, openSession } from './sessions.service.ts'

export interface SignInInput {
  readonly userName: string
  readonly password: string
  readonly remember: boolean
  readonly browser: BrowserTokens
}

/**
 * Signs a member in with a password (wire: Session).
 * Throws `not_found` where the partner has no sign-in of its own, `invalid_credentials`, `account_locked`,
 * `unavailable`.
 */
export async function signIn(ctx: Context, input: SignInInput) {
  if (!canSelfEnroll(ctx.partner)) throw new AppError('not_found')
  const { remember, browser } = input
  const member: MemberRow = await checkCredentials(ctx, { ...input, deviceToken: browser.deviceToken })
  const session = await openSession(ctx, { memberId: member.id, remember, browser })
  return { member, session }
}
