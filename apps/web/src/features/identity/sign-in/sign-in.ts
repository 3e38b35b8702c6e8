import type { postSignIn } from '@dineward/core/identity/identity.contract.ts'
import type { BrowserPartner } from '@dineward/core/partner/browser-partner.ts'
import { asksForMemberNumber } from '@dineward/core/partner/partner-questions.ts'
import type { AppContext } from '../../../app-context.ts'
import { ApiError } from '../../../lib/api/api-client.ts'
import { errorText } from '../../../partner/error-text.ts'
import { copyWriter } from '../../../partner/partner-context.tsx'
import { botCheckAnswerOf, type FieldProblems, isTicked, textOf } from '../../../ui/form/form-data.ts'
import { type FormResult, rejectForm } from '../../../ui/form/form-result.ts'

export function signInProblems(app: AppContext, form: FormData): FieldProblems {
  const copy = copyWriter(app)
  const required = (label: string) => copy('validation.required', { 'field label': label })
  return {
    ...(textOf(form, 'userName').trim() ? {} : { userName: required(copy(userNameLabel(app.partner))) }),
    ...(textOf(form, 'password') ? {} : { password: required(copy('login.password')) }),
  }
}

export function userNameLabel(partner: BrowserPartner): 'login.userName' | 'login.userName.emailOnly' {
  return asksForMemberNumber(partner) ? 'login.userName' : 'login.userName.emailOnly'
}

export async function signIn(app: AppContext, form: FormData) {
  const { member } = await app.api.call<typeof postSignIn>('POST', '/api/SignIn', {
    body: {
      userName: textOf(form, 'userName').trim(),
      password: textOf(form, 'password'),
      rememberMe: isTicked(form, 'rememberMe'),
      ...botCheckAnswerOf(form),
    },
  })
  return member
}

/** An unknown name and a wrong password give the same message (shell §8). */
export function signInFailure(app: AppContext, form: FormData, error: unknown): FormResult {
  const copy = copyWriter(app)
  const code = error instanceof ApiError ? error.code : null
  if (code === 'invalid_credentials') return rejectSignIn(form, { password: copy('login.error.credentials') })
  const formErrors =
    code === 'account_locked'
      ? [copy('login.error.locked'), copy('login.error.locked.reset')]
      : [errorText(app, error)]
  return rejectSignIn(form, {}, formErrors)
}

export const rejectSignIn = (form: FormData, fieldErrors: FieldProblems, formErrors: string[] = []) =>
  rejectForm(form, { fieldErrors, formErrors, secret: ['password'] })
