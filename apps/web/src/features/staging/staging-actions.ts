import type { postStaffSignIn, postStaffSignOut } from '@dineward/core/staff/staff.contract.ts'
import type { postStagingClock } from '@dineward/core/staging/staging.contract.ts'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../lib/api/api-client.ts'
import { errorText } from '../../partner/error-text.ts'
import { textOf } from '../../ui/form/form-data.ts'
import { stagingTexts as words } from './staging-texts.ts'

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** `now` comes from a button, `moment` from the field; an empty `now` is the machine's time. @returns an error */
export async function moveClock({ api }: AppContext, form: FormData): Promise<string | null> {
  const asked = form.has('now') ? textOf(form, 'now') : `${textOf(form, 'moment')}:00Z`
  // `Date.parse` finds the year 2000 in texts that are no time.
  if (asked !== '' && !(isoTime.test(asked) && Date.parse(asked))) return words.clockRefused
  const body = { now: asked === '' ? null : new Date(asked).toISOString() }
  await api.call<typeof postStagingClock>('POST', '/api/Staging/Clock', { body })
  return null
}

export async function changeStaff(app: AppContext, form: FormData): Promise<string | null> {
  try {
    if (form.get('staff') === 'out') {
      await app.api.call<typeof postStaffSignOut>('POST', '/api/Staff/SignOut', {})
      app.api.token.forget()
      return null
    }
    const code = textOf(form, 'code').trim()
    const body = {
      email: textOf(form, 'email').trim(),
      password: textOf(form, 'password'),
      ...(code && { code }),
    }
    if (!body.email || !body.password) return words.staffMissing
    await app.api.call<typeof postStaffSignIn>('POST', '/api/Staff/SignIn', { body })
    app.api.token.forget()
    return null
  } catch (error) {
    if (error instanceof ApiError && error.code === 'second_factor_setup_required') return words.staffSetUp
    if (error instanceof ApiError) return errorText(app, error)
    throw error
  }
}
