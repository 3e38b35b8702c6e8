import type {
  postRecovery,
  postRecoveryConfirm,
  putRecoveryPassword,
} from '@dineward/core/identity/recovery.contract.ts'
import { passwordProblems } from '@dineward/core/members/members.rules.ts'
import { isRecoveryName } from '@dineward/core/members/sign-in-name.rules.ts'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../lib/api/api-client.ts'
import { errorText } from '../../partner/error-text.ts'
import { copyWriter } from '../../partner/partner-context.tsx'
import { botCheckAnswerOf, type FieldProblems, textOf } from '../../ui/form/form-data.ts'
import { type FormResult, rejectForm } from '../../ui/form/form-result.ts'

/**
 * These are the steps of a forgotten password (shell §4). Each form posts to the next page, which carries on or returns
 * the form.
 */
export type Recovery =
  | { readonly step: 'request'; readonly result?: FormResult; readonly expired?: true }
  | {
      readonly step: 'confirm'
      readonly userName: string
      readonly code?: string
      readonly result?: FormResult
    }
  | { readonly step: 'update'; readonly recoveryToken: string; readonly result?: FormResult }
  | { readonly step: 'done' }

export async function recover(app: AppContext, form: FormData): Promise<Recovery> {
  if (form.has('recoveryToken')) return setPassword(app, form)
  return form.has('code') ? confirm(app, form) : request(app, form)
}

export function requestProblems(app: AppContext, form: FormData): FieldProblems {
  const isName = isRecoveryName(app.partner, textOf(form, 'userName').trim())
  return isName ? {} : { userName: copyWriter(app)('validation.recovery') }
}

async function request(app: AppContext, form: FormData): Promise<Recovery> {
  const fieldErrors = requestProblems(app, form)
  if (Object.keys(fieldErrors).length > 0)
    return { step: 'request', result: rejectForm(form, { fieldErrors }) }
  const userName = textOf(form, 'userName').trim()
  try {
    const body = { userName, ...botCheckAnswerOf(form) }
    await app.api.call<typeof postRecovery>('POST', '/api/Members/Recovery', { body })
    return { step: 'confirm', userName }
  } catch (error) {
    return { step: 'request', result: rejectForm(form, { formErrors: [errorText(app, error)] }) }
  }
}

export function codeProblems(app: AppContext, form: FormData): FieldProblems {
  // The link's code needs no user name.
  if (!form.has('userName')) return {}
  const isCode = /^\d{6}$/.test(textOf(form, 'code').trim())
  return { ...requestProblems(app, form), ...(isCode ? {} : { code: copyWriter(app)('recover.code') }) }
}

async function confirm(app: AppContext, form: FormData): Promise<Recovery> {
  const [userName, code] = [textOf(form, 'userName').trim(), textOf(form, 'code').trim()]
  const retry = (rejection: Parameters<typeof rejectForm>[1]): Recovery => ({
    step: 'confirm',
    userName,
    ...(form.has('userName') ? {} : { code }),
    result: rejectForm(form, rejection),
  })
  const fieldErrors = codeProblems(app, form)
  if (Object.keys(fieldErrors).length > 0) return retry({ fieldErrors })
  try {
    const body = { code, ...(userName ? { userName } : {}), ...botCheckAnswerOf(form) }
    const { recoveryToken } = await app.api.call<typeof postRecoveryConfirm>(
      'POST',
      '/api/Members/Recovery/Confirm',
      { body },
    )
    return { step: 'update', recoveryToken }
  } catch (error) {
    if (!isInvalid(error)) return retry({ formErrors: [errorText(app, error)] })
    if (!form.has('userName')) return { step: 'request', expired: true }
    return retry({ fieldErrors: { code: copyWriter(app)('recover.invalid') } })
  }
}

export function newPasswordProblems(app: AppContext, form: FormData): FieldProblems {
  const copy = copyWriter(app)
  const chosen = { password: textOf(form, 'password'), passwordConfirm: textOf(form, 'passwordConfirm') }
  return Object.fromEntries(
    passwordProblems(app.partner, chosen).map(({ field, copy: key }) => [
      field,
      copy(key, { 'field label': copy('join.password') }),
    ]),
  )
}

async function setPassword(app: AppContext, form: FormData): Promise<Recovery> {
  const recoveryToken = textOf(form, 'recoveryToken')
  const retry = (fieldErrors: FieldProblems, formErrors: string[] = []): Recovery => ({
    step: 'update',
    recoveryToken,
    result: rejectForm(form, { fieldErrors, formErrors, secret: ['password', 'passwordConfirm'] }),
  })
  const problems = newPasswordProblems(app, form)
  if (Object.keys(problems).length > 0) return retry(problems)
  try {
    const body = {
      recoveryToken,
      password: textOf(form, 'password'),
      passwordConfirm: textOf(form, 'passwordConfirm'),
    }
    await app.api.call<typeof putRecoveryPassword>('PUT', '/api/Members/Recovery/Password', { body })
    return { step: 'done' }
  } catch (error) {
    if (isInvalid(error)) return { step: 'request', expired: true }
    const byField = error instanceof ApiError ? error.fieldErrors : []
    if (byField.length === 0) return retry({}, [errorText(app, error)])
    return retry(Object.fromEntries(byField.map(({ field, message }) => [field, message])))
  }
}

const isInvalid = (error: unknown) => error instanceof ApiError && error.code === 'recovery_code_invalid'
