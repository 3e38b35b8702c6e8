import type { postStaffSignIn, postStaffSignOut } from '@dineward/core/staff/staff.contract.ts'
import type { postStagingClock } from '@dineward/core/staging/staging.contract.ts'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../lib/api-client.ts'
import { errorText } from '../../partner/error-text.ts'
import { textOf } from '../../ui/form-data.ts'
import { stagingTexts as words } from './staging-texts.ts'

/** `now` comes from a button, `moment` from the field; an empty `now` is the machine's time. @returns an error */
export async function moveClock({ api }: AppContext, form: FormData): Promise<string | null> {
  const asked = form.get('now') ?? `${form.get('moment')}:00Z`
  const now = asked === '' ? null : String(asked)
  if (now !== null && Number.isNaN(Date.parse(now))) return words.clockRefused
  const body = { now: now && new Date(now).toISOString() }
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
    const body = { email: textOf(form, 'email').trim(), password: textOf(form, 'password') }
    if (!body.email || !body.password) return words.staffMissing
    await app.api.call<typeof postStaffSignIn>('POST', '/api/Staff/SignIn', { body })
    app.api.token.forget()
    return null
  } catch (error) {
    if (error instanceof ApiError) return errorText(app, error)
    throw error
  }
}
