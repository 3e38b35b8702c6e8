import { type ActionFunctionArgs, data } from 'react-router'
import { appOf } from '../../app-context.ts'
import { EmailLinkPage } from '../../features/credentials/email-link-page.tsx'
import { restoreEmail } from '../../features/credentials/email-links.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'

export async function action(args: ActionFunctionArgs) {
  const outcome = await restoreEmail(appOf(args), await args.request.formData())
  return data(outcome, { status: 'error' in outcome ? 400 : 200 })
}

export function Component() {
  const copy = useCopy()
  const help = (
    <p>
      <AppLink to="/recover">{copy('restoreEmail.recover')}</AppLink>
    </p>
  )
  return <EmailLinkPage say={words => copy(`restoreEmail.${words}`)} next="/recover/confirm" help={help} />
}
