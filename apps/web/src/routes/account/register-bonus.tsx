import { type ActionFunctionArgs, redirect } from 'react-router'
import { appOf } from '../../app-context.ts'
import { registerForBonus } from '../../features/bonuses/bonuses.queries.ts'
import { requireMember } from '../../features/identity/require-member.ts'
import { ApiError } from '../../lib/api/api-client.ts'
import { textOf } from '../../ui/form/form-data.ts'

const overview = '/account/overview#bonuses'

export const loader = () => redirect(overview)

/** It is for browsers without script; the others stay on the page. */
export async function action(args: ActionFunctionArgs) {
  const app = appOf(args)
  await requireMember(app, args.request)
  await registerForBonus(app, { code: textOf(await args.request.formData(), 'id') }).catch(error => {
    // It is over, or unknown: the list says what is open.
    if (!(error instanceof ApiError && ['bonus_not_open', 'not_found'].includes(error.code))) throw error
  })
  return redirect(overview)
}
