import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../lib/api/api-client.ts'
import { errorText } from '../../partner/error-text.ts'
import { copyWriter } from '../../partner/partner-context.tsx'
import { type FieldProblems, textOf } from '../../ui/form/form-data.ts'
import { type FormResult, rejectForm } from '../../ui/form/form-result.ts'
import { removePasskey } from './passkeys.queries.ts'

export function removalProblems(app: AppContext, form: FormData): FieldProblems {
  const copy = copyWriter(app)
  if (textOf(form, 'password')) return {}
  return { password: copy('validation.required', { 'field label': copy('login.password') }) }
}

/** @returns null when it is gone, `password` where it is needed and was not sent. */
export async function submitRemoval(
  app: AppContext,
  id: string,
  form: FormData,
): Promise<FormResult | 'password' | null> {
  try {
    await removePasskey(app, id, textOf(form, 'password'))
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // It is gone already.
    if (error.code === 'not_found') return null
    if (error.code === 'reauthentication_required') return 'password'
    const wrong = error.fieldErrors.find(({ field }) => field === 'password')
    const problems = wrong
      ? { fieldErrors: { password: wrong.message }, formErrors: [] }
      : { fieldErrors: {}, formErrors: [errorText(app, error)] }
    return rejectForm(form, { ...problems, secret: ['password'] })
  }
}
