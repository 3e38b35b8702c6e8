import type { Prospect } from '@dineward/core/members/members.contract.ts'
import { type FieldProblem, joinProblems, newMemberDetails } from '@dineward/core/members/members.rules.ts'
import { copyText } from '@dineward/core/partner/copy.ts'
import { canSelfEnroll } from '@dineward/core/partner/partner-questions.ts'
import { AppError, type FieldError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../context.ts'
import { queueWelcomeMail } from '../mail/welcome-mail.ts'
import { type BrowserTokens, openSession } from '../sessions/sessions.service.ts'
import { insertMember, takenField } from './members.repository.ts'
import { hashPassword } from './password-hash.ts'

/**
 * Joins the program, signs the new member in on this browser (wire: Joining), and has a welcome written. `origin` is
 * where the mail's links lead.
 * Throws `enrollment_unavailable` where members come through the partner, `validation_failed`, `email_in_use`,
 * `member_number_in_use`, `unavailable`.
 */
export async function joinProgram(
  ctx: Context,
  input: { prospect: Prospect; browser: BrowserTokens; origin: string },
) {
  const { partner } = ctx
  if (!canSelfEnroll(partner)) throw new AppError('enrollment_unavailable')
  const problems = joinProblems(partner, input.prospect)
  if (problems.length > 0)
    throw new AppError('validation_failed', { fieldErrors: problems.map(problem => inWords(ctx, problem)) })
  const details = newMemberDetails(partner, input.prospect)
  const passwordHash = await hashPassword(input.prospect.password)
  const row = { ...details, partnerId: partner.slug, passwordHash, joinedAt: ctx.clock.now() }
  try {
    return await ctx.db.transaction().execute(async trx => {
      const member = await insertMember(trx, row)
      const inside = { ...ctx, db: trx }
      await queueWelcomeMail(inside, { member, origin: input.origin })
      const session = await openSession(inside, {
        memberId: member.id,
        remember: false,
        browser: input.browser,
      })
      return { member, session }
    })
  } catch (error) {
    throw inUse(ctx, error)
  }
}

/** Two people who join with one e-mail at the same moment: the unique index lets one through, the other gets this. */
function inUse(ctx: Context, error: unknown): unknown {
  const taken = takenField(error)
  if (!taken) return error
  const code = taken === 'email' ? 'email_in_use' : 'member_number_in_use'
  const copy = taken === 'email' ? 'validation.emailInUse' : 'validation.memberNumberInUse'
  return new AppError(code, { fieldErrors: [inWords(ctx, { field: taken, copy })] })
}

function inWords({ partner }: Context, { field, copy, values }: FieldProblem): FieldError {
  const label = partner.settings.memberNumber?.label ?? 'member number'
  return { field, message: copyText(partner.copy, copy, { 'member number label': label, ...values }) }
}
