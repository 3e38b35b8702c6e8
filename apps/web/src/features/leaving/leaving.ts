import type { deleteMember, deleteMemberErasure } from '@dineward/core/leaving/leaving.contract.ts'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../lib/api/api-client.ts'
import { errorText } from '../../partner/error-text.ts'
import { copyWriter } from '../../partner/partner-context.tsx'
import { type FieldProblems, textOf } from '../../ui/form/form-data.ts'
import { type FormResult, rejectForm } from '../../ui/form/form-result.ts'

/** Who has no password is not asked for it: the server wants a recent sign-in then. */
export function leaveProblems(app: AppContext, form: FormData): FieldProblems {
  if (form.has('keep') || !form.has('password') || textOf(form, 'password')) return {}
  const copy = copyWriter(app)
  return { password: copy('validation.required', { 'field label': copy('login.password') }) }
}

/** Ask for the erasure, or with `keep` take it back. @returns null when it is done. */
export async function changeErasure(app: AppContext, form: FormData): Promise<FormResult | null> {
  const reject = (fieldErrors: FieldProblems, formErrors: string[] = []) =>
    rejectForm(form, { fieldErrors, formErrors, secret: ['password'] })
  const problems = leaveProblems(app, form)
  if (Object.keys(problems).length > 0) return reject(problems)
  try {
    if (form.has('keep')) await app.api.call<typeof deleteMemberErasure>('DELETE', '/api/Member/Erasure', {})
    else {
      const password = textOf(form, 'password')
      await app.api.call<typeof deleteMember>('DELETE', '/api/Member', { body: password ? { password } : {} })
    }
    return null
  } catch (error) {
    const wrong = error instanceof ApiError ? error.fieldErrors.find(one => one.field === 'password') : null
    return wrong ? reject({ password: wrong.message }) : reject({}, [errorText(app, error)])
  }
}
