import type { FieldProblem } from '@dineward/core/members/members.rules.ts'
import { cutPassword } from '@dineward/core/members/new-password.rules.ts'
import type { Context } from '../../context.ts'
import { isCommonPassword } from './common-passwords.service.ts'

/** It finds common and breached ones, and nothing where the password has another problem. */
export async function knownPasswordProblems(
  ctx: Pick<Context, 'gateways' | 'log'>,
  password: string,
  found: readonly FieldProblem[],
): Promise<FieldProblem[]> {
  if (found.some(({ field }) => field === 'password')) return []
  const isKnown = (await isCommonPassword(password)) || (await isBreached(ctx, cutPassword(password)))
  return isKnown ? [{ field: 'password', copy: 'validation.passwordCommon' }] : []
}

/** A service that does not answer keeps no one out. */
async function isBreached(
  { gateways, log }: Pick<Context, 'gateways' | 'log'>,
  password: string,
): Promise<boolean> {
  try {
    return (await gateways.breachedPasswords?.has(password)) ?? false
  } catch (error) {
    log.warn({ err: error }, 'breached passwords could not be asked, accepting the password')
    return false
  }
}
