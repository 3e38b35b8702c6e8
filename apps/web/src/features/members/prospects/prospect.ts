import type { postEmailValidity, postProspectEmail } from '@dineward/core/members/enrollment.contract.ts'
import { signInPath } from '@dineward/core/partner/partner-questions.ts'
import { data, redirect } from 'react-router'
import type { AppContext } from '../../../app-context.ts'
import { errorText } from '../../../partner/error-text.ts'
import { textOf } from '../../../ui/form/form-data.ts'
import { formWithEmail, prospectField, rememberEmail } from './prospect-email.ts'

/*
 * The prospect e-mail flow (shell §4) leads to joining if the address may join, else to sign-in. Joining continues if
 * storing the address fails.
 */

export async function sendProspect(
  app: AppContext,
  email: string,
  { isFirstSubmit }: { readonly isFirstSubmit: boolean },
): Promise<{ readonly to: string } | { readonly problem: string }> {
  try {
    const answer = isFirstSubmit || email === '' ? undefined : await checkedAnswer(app)
    const to = await wayFor(app, email, answer)
    rememberEmail(app, email)
    return { to }
  } catch (error) {
    return { problem: errorText(app, error) }
  }
}

async function checkedAnswer(app: AppContext): Promise<string> {
  const { botCheckAnswer } = await import('../../../lib/bot-check/bot-check.ts')
  return botCheckAnswer(app)
}

/** 307 keeps method and body. */
const postAgain = 307

/** Without script it answers `/join` with the e-mail filled in, or a redirect to sign-in. */
export async function answerProspect(app: AppContext, form: FormData) {
  const filledIn = formWithEmail(form, 'email')
  try {
    const to = await wayFor(app, textOf(form, prospectField).trim())
    return to === '/join' ? data(filledIn) : redirect(to, postAgain)
  } catch (error) {
    return data(
      { ...filledIn, status: 'error' as const, error: { '': [errorText(app, error)] } },
      { status: 400 },
    )
  }
}

/** The e-mail may be empty. @throws ApiError */
async function wayFor(app: AppContext, email: string, answer?: string): Promise<string> {
  if (email === '' || (await mayJoin(app, email, answer))) return '/join'
  return signInPath(app.partner) ?? '/join'
}

async function mayJoin(app: AppContext, email: string, answer: string | undefined): Promise<boolean> {
  const { isValid } = await app.api.call<typeof postEmailValidity>('POST', '/api/Members/Validate/Email', {
    body: {
      email,
      usePpn: String(app.partner.settings.hasPPN),
      ...(answer ? { 'g-recaptcha-response': answer } : {}),
    },
  })
  if (isValid) {
    const request = app.api.call<typeof postProspectEmail>('POST', '/api/Members/Prospects/Email', {
      body: { email },
    })
    await request.catch(() => null)
  }
  return isValid
}
