import type { SignInProvider } from '@dineward/core/partner/partner-questions.ts'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../lib/api/api-client.ts'
import { errorText } from '../../partner/error-text.ts'
import { copyWriter } from '../../partner/partner-context.tsx'
import { type FieldProblems, textOf } from '../../ui/form/form-data.ts'
import { type FormResult, rejectForm } from '../../ui/form/form-result.ts'
import { unlinkProvider } from './sign-in-providers.queries.ts'

/** A member who is signed in is asked for the password only where the sign-in is old. */
export function linkProblems(app: AppContext, form: FormData, isSignedIn: boolean): FieldProblems {
  const copy = copyWriter(app)
  if (textOf(form, 'password') || (isSignedIn && !form.has('password'))) return {}
  return { password: copy('validation.required', { 'field label': copy('login.password') }) }
}

/** It keeps nothing: the password is typed once more. */
export function linkFailure(app: AppContext, form: FormData, error: unknown): FormResult {
  const copy = copyWriter(app)
  if (!(error instanceof ApiError)) throw error
  const secret = ['password']
  const wrong = error.fieldErrors.find(({ field }) => field === 'password')?.message
  const password = {
    invalid_credentials: copy('login.error.credentials'),
    reauthentication_required: copy('providers.proof.hint'),
    validation_failed: wrong,
  }[error.code as string]
  if (password) return rejectForm(form, { fieldErrors: { password }, secret })
  const locked = [copy('login.error.locked'), copy('login.error.locked.reset')]
  const formErrors = error.code === 'account_locked' ? locked : [errorText(app, error)]
  return rejectForm(form, { formErrors, secret })
}

/** @returns null when it is gone. */
export async function submitUnlinking(
  app: AppContext,
  provider: SignInProvider,
  form: FormData,
): Promise<FormResult | null> {
  try {
    await unlinkProvider(app, provider, textOf(form, 'password'))
    return null
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null
    return linkFailure(app, form, error)
  }
}
