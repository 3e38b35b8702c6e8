import { type NewPassword, passwordProblems } from '@dineward/core/members/members.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../context.ts'
import { fieldError } from '../members/enrollment.service.ts'
import { knownPasswordProblems } from './known-passwords.service.ts'

/**
 * It is called wherever a member chooses a password; joining reports it with the rest of its form. @throws
 * `validation_failed`.
 */
export async function assertNewPassword(ctx: Context, chosen: NewPassword): Promise<void> {
  const { partner } = ctx
  const found = passwordProblems(partner, chosen)
  const problems = [...found, ...(await knownPasswordProblems(ctx, chosen.password, found))]
  if (problems.length > 0)
    throw new AppError('validation_failed', {
      fieldErrors: problems.map(problem => fieldError(partner, problem)),
    })
}
