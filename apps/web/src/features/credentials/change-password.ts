import type { putPassword } from '@dineward/core/credentials/credentials.contract.ts'
import type { Member } from '@dineward/core/members/members.contract.ts'
import { passwordProblems } from '@dineward/core/members/members.rules.ts'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../lib/api/api-client.ts'
import { errorText } from '../../partner/error-text.ts'
import { copyWriter } from '../../partner/partner-context.tsx'
import { type FieldProblems, textOf } from '../../ui/form/form-data.ts'
import { type FormResult, rejectForm } from '../../ui/form/form-result.ts'

export const changePasswordPath = '/account/change_password'
const secret = ['current', 'password', 'passwordConfirm']

export function changePasswordProblems(app: AppContext, member: Member, form: FormData): FieldProblems {
  const copy = copyWriter(app)
  const { firstName, lastName, email } = member
  const chosen = { password: textOf(form, 'password'), passwordConfirm: textOf(form, 'passwordConfirm') }
  const problems: FieldProblems = Object.fromEntries(
    passwordProblems(app.partner, { firstName, lastName, email, ...chosen }).map(({ field, copy: key }) => [
      field,
      copy(key, { 'field label': copy('changePassword.password') }),
    ]),
  )
  const missing = copy('validation.required', { 'field label': copy('changePassword.current') })
  return textOf(form, 'current') ? problems : { current: missing, ...problems }
}

/** @returns null when it is done. */
export async function changePassword(
  app: AppContext,
  member: Member,
  form: FormData,
): Promise<FormResult | null> {
  const fieldErrors = changePasswordProblems(app, member, form)
  if (Object.keys(fieldErrors).length > 0) return rejectForm(form, { fieldErrors, secret })
  try {
    const body = {
      current: textOf(form, 'current'),
      password: textOf(form, 'password'),
      passwordConfirm: textOf(form, 'passwordConfirm'),
    }
    await app.api.call<typeof putPassword>('PUT', '/api/Member/Password', { body })
    return null
  } catch (error) {
    const found = error instanceof ApiError ? error.fieldErrors : []
    const problems = Object.fromEntries(found.map(({ field, message }) => [field, message]))
    const formErrors = found.length > 0 ? [] : [errorText(app, error)]
    return rejectForm(form, { fieldErrors: problems, formErrors, secret })
  }
}
