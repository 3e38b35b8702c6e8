import type { postEmailValidity } from '@dineward/core/members/enrollment.contract.ts'
import { isEmail } from '@dineward/core/members/prospect-email.rules.ts'
import type { AppContext } from '../../../app-context.ts'
import { copyWriter } from '../../../partner/partner-context.tsx'
import { type FieldProblems, textOf } from '../../../ui/form/form-data.ts'
import { zipProblem } from '../profile/profile.ts'
import type { JoinKind } from './join.ts'

/**
 * What only the server knows about a form that is not sent, since other fields are at fault: so all problems are told in
 * one round. A call that fails tells nothing, the form's own call will.
 */
export async function joinProblemsAtServer(
  app: AppContext,
  form: FormData,
  kind: JoinKind,
): Promise<FieldProblems> {
  const [email, zip] = [textOf(form, 'email').trim(), textOf(form, 'zipCode').trim()]
  const [isTaken, zipText] = await Promise.all([
    kind !== 'prospect' || !isEmail(email) ? false : isEmailTaken(app, email),
    /^\d{5}$/.test(zip) ? zipProblem(app, zip) : null,
  ])
  return {
    ...(isTaken ? { email: copyWriter(app)('validation.emailInUse') } : {}),
    ...(zipText === null ? {} : { zipCode: zipText }),
  }
}

async function isEmailTaken(app: AppContext, email: string): Promise<boolean> {
  return app.api
    .call<typeof postEmailValidity>('POST', '/api/Members/Validate/Email', { body: { email } })
    .then(({ isValid }) => !isValid)
    .catch(() => false)
}
