import { type ActionFunctionArgs, redirect } from 'react-router'
import { appOf } from '../../app-context.ts'
import { requireMember } from '../../features/identity/require-member.ts'
import { removePasskey } from '../../features/passkeys/passkeys.queries.ts'
import { ApiError } from '../../lib/api-client.ts'
import { textOf } from '../../ui/form-data.ts'

const profile = '/account/user_profile'

export const loader = () => redirect(profile)

/** For browsers without script; the others ask first, and stay on the page. */
export async function action(args: ActionFunctionArgs) {
  const app = appOf(args)
  await requireMember(app, args.request)
  await removePasskey(app, textOf(await args.request.formData(), 'id')).catch(error => {
    // It is gone already.
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error
  })
  return redirect(profile)
}
