import type { Person, Prospect } from '@dineward/core/members/members.contract.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import type { Context, MemberContext } from '../../../context.ts'
import { queueWelcomeMail } from '../../mail/welcome.mail.ts'
import {
  assertCanEnroll,
  completeAddress,
  enrollMember,
  enrollPerson,
  lockJoining,
} from '../../members/enrollment.service.ts'
import { queueTextOptIn } from '../../text-messages/text-messages.service.ts'
import { findUnconfirmedJoin } from '../identity-members.read.ts'
import { hashPassword, isPassword } from '../passwords/passwords.service.ts'
import { type Browser, openSession } from '../sessions/sessions.service.ts'
import { sendEmailConfirmation } from './email-confirmation.service.ts'

interface JoinInput {
  readonly prospect: Prospect
  readonly browser: Browser
  readonly origin: string
}

/** Submitted again within this time, with the same address and password, a form is the same sign-up. */
const repeatMinutes = 10

/** @throws `enrollment_unavailable`, `validation_failed`, `zip_not_in_us`, `email_in_use`, `member_number_in_use`, `unavailable`. */
export async function joinProgram(ctx: Context, input: JoinInput) {
  const prospect = await completeAddress(ctx.partner, input.prospect)
  const { browser } = input
  await assertCanEnroll(ctx, prospect)
  for (;;) {
    const earlier = await findEarlierJoin(ctx, prospect)
    // Also without an earlier one, so that the answer's time does not disclose it.
    const isRepeated = await isPassword(prospect.password, earlier?.passwordHash ?? null)
    const passwordHash = isRepeated ? '' : await hashPassword(prospect.password)
    const joined = await ctx.db.transaction().execute(async trx => {
      const inTransaction = { ...ctx, db: trx }
      await lockJoining(inTransaction, prospect.email)
      // Of two submits at once, the second compares itself with the first.
      if ((await findEarlierJoin(inTransaction, prospect))?.id !== earlier?.id) return null
      const memberId =
        earlier && isRepeated ? earlier.id : await enroll(inTransaction, { ...input, prospect, passwordHash })
      const session = await openSession(inTransaction, { memberId, remember: false, browser })
      return { memberId, session }
    })
    if (joined) return joined
  }
}

async function enroll(ctx: Context, input: JoinInput & { passwordHash: string }): Promise<string> {
  const member = await enrollMember(ctx, input)
  await sendEmailConfirmation(ctx, { member, origin: input.origin })
  await queueTextOptIn(ctx, member)
  return member.id
}

/** Enroll a person whom the partner has signed in. Idempotent. @throws `validation_failed`, `zip_not_in_us`. */
export async function joinAsPerson(
  ctx: MemberContext,
  input: { person: Person; origin: string },
): Promise<void> {
  const person = await completeAddress(ctx.partner, input.person)
  await ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    const member = await enrollPerson(inTransaction, person)
    if (!member) return
    await queueWelcomeMail(inTransaction, { member, origin: input.origin })
    await queueTextOptIn(inTransaction, member)
  })
}

const findEarlierJoin = (ctx: Context, { email }: Prospect) =>
  findUnconfirmedJoin(ctx.db, {
    partnerId: ctx.partner.slug,
    email,
    since: new Date(ctx.clock.now().getTime() - minutes(repeatMinutes)),
  })
