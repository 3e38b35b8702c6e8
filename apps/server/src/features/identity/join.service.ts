import type { Prospect } from '@dineward/core/members/members.contract.ts'
import type { Context } from '../../context.ts'
import { assertCanEnroll, enrollMember } from '../members/enrollment.service.ts'
import { sendEmailConfirmation } from './email-confirmation.service.ts'
import { hashPassword } from './passwords.service.ts'
import { type Browser, openSession } from './sessions.service.ts'

/** @throws `enrollment_unavailable`, `validation_failed`, `zip_not_in_us`, `email_in_use`, `member_number_in_use`, `unavailable`. */
export async function joinProgram(
  ctx: Context,
  input: { prospect: Prospect; browser: Browser; origin: string },
) {
  const { prospect, browser, origin } = input
  await assertCanEnroll(ctx, prospect)
  const passwordHash = await hashPassword(prospect.password)
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    const member = await enrollMember(inTransaction, { prospect, passwordHash })
    await sendEmailConfirmation(inTransaction, { member, origin })
    const memberId = member.id
    const session = await openSession(inTransaction, { memberId, remember: false, browser })
    return { memberId, session }
  })
}
