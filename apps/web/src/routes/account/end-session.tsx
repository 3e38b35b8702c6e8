import { type ActionFunctionArgs, redirect } from 'react-router'
import { appOf } from '../../app-context.ts'
import { requireMember } from '../../features/identity/require-member.ts'
import { endSessions } from '../../features/identity/sessions/sessions.queries.ts'
import { ApiError } from '../../lib/api/api-client.ts'
import { textOf } from '../../ui/form/form-data.ts'

const profile = '/account/user_profile'

export const loader = () => redirect(profile)

/** It is for browsers without script; the others ask first, and stay on the page. */
export async function action(args: ActionFunctionArgs) {
  const app = appOf(args)
  await requireMember(app, args.request)
  const id = textOf(await args.request.formData(), 'id')
  await endSessions(app, id === '' ? 'others' : { id }).catch(error => {
    // It has ended already.
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error
  })
  return redirect(profile)
}
