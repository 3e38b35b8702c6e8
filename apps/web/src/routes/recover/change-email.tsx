import { type ActionFunctionArgs, data } from 'react-router'
import { appOf } from '../../app-context.ts'
import { EmailLinkPage } from '../../features/credentials/email-link-page.tsx'
import { changeEmail } from '../../features/credentials/email-links.ts'
import { memberQuery } from '../../features/identity/member.queries.ts'
import { useCopy } from '../../partner/partner-context.tsx'

export async function action(args: ActionFunctionArgs) {
  const app = appOf(args)
  const outcome = await changeEmail(app, await args.request.formData())
  // A member who was signed in here is signed out.
  if ('done' in outcome) await app.queryClient.invalidateQueries({ queryKey: memberQuery(app).queryKey })
  return data(outcome, { status: 'error' in outcome ? 400 : 200 })
}

export function Component() {
  const copy = useCopy()
  return <EmailLinkPage say={words => copy(`changeEmail.${words}`)} next="/login" />
}
