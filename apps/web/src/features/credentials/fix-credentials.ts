import type {
  postCredentialsConfirm,
  postCredentialsLater,
  putCredentials,
} from '@dineward/core/credentials/credentials.contract.ts'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../lib/api/api-client.ts'
import { errorText } from '../../partner/error-text.ts'
import { copyWriter } from '../../partner/partner-context.tsx'
import { type FieldProblems, textOf } from '../../ui/form/form-data.ts'
import { type FormResult, rejectForm } from '../../ui/form/form-result.ts'
import { credentialsQuery } from './credentials.queries.ts'

/** The page's forms post to itself: a new address, its code, or "do it later". */
export type FixCredentials =
  | { readonly step: 'ask'; readonly result: FormResult }
  | { readonly step: 'confirm'; readonly email: string; readonly result?: FormResult }
  | { readonly step: 'done'; readonly email: string }
  | { readonly step: 'later' }

export async function fixCredentials(app: AppContext, form: FormData): Promise<FixCredentials> {
  if (form.has('later')) return postpone(app)
  return form.has('code') ? confirm(app, form) : request(app, form)
}

/** A failure does not keep the member here. */
async function postpone(app: AppContext): Promise<FixCredentials> {
  await app.api
    .call<typeof postCredentialsLater>('POST', '/api/Member/Credentials/Later', {})
    .catch(() => null)
  return { step: 'later' }
}

/** Who has no password is not asked for it: the server wants a recent sign-in then. */
export function emailProblems(app: AppContext, form: FormData): FieldProblems {
  const copy = copyWriter(app)
  const required = (label: string) => copy('validation.required', { 'field label': label })
  return {
    ...(textOf(form, 'email').trim() ? {} : { email: required(copy('fixCredentials.email')) }),
    ...(textOf(form, 'password') || !form.has('password')
      ? {}
      : { password: required(copy('fixCredentials.password')) }),
  }
}

async function request(app: AppContext, form: FormData): Promise<FixCredentials> {
  const retry = (fieldErrors: FieldProblems, formErrors: string[] = []): FixCredentials => ({
    step: 'ask',
    result: rejectForm(form, { fieldErrors, formErrors, secret: ['password'] }),
  })
  const problems = emailProblems(app, form)
  if (Object.keys(problems).length > 0) return retry(problems)
  const email = textOf(form, 'email').trim()
  try {
    const password = textOf(form, 'password')
    const body = password ? { email, password } : { email }
    await app.api.call<typeof putCredentials>('PUT', '/api/Member/Credentials', { body })
    return { step: 'confirm', email }
  } catch (error) {
    const byField = error instanceof ApiError ? error.fieldErrors : []
    if (byField.length === 0) return retry({}, [errorText(app, error)])
    return retry(Object.fromEntries(byField.map(({ field, message }) => [field, message])))
  }
}

export function codeProblems(app: AppContext, form: FormData): FieldProblems {
  const isCode = /^\d{6}$/.test(textOf(form, 'code').trim())
  return isCode ? {} : { code: copyWriter(app)('recover.code') }
}

async function confirm(app: AppContext, form: FormData): Promise<FixCredentials> {
  const email = textOf(form, 'email')
  const retry = (rejection: Parameters<typeof rejectForm>[1]): FixCredentials => ({
    step: 'confirm',
    email,
    result: rejectForm(form, rejection),
  })
  const fieldErrors = codeProblems(app, form)
  if (Object.keys(fieldErrors).length > 0) return retry({ fieldErrors })
  try {
    const body = { code: textOf(form, 'code').trim() }
    await app.api.call<typeof postCredentialsConfirm>('POST', '/api/Member/Credentials/Confirm', { body })
    app.queryClient.removeQueries({ queryKey: credentialsQuery(app).queryKey })
    return { step: 'done', email }
  } catch (error) {
    const isWrong = error instanceof ApiError && error.code === 'email_code_invalid'
    return retry(
      isWrong ? { fieldErrors: { code: errorText(app, error) } } : { formErrors: [errorText(app, error)] },
    )
  }
}
