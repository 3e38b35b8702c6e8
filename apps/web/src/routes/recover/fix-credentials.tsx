import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { appOf } from '../../app-context.ts'
import { memberQuery } from '../../features/identity/member.queries.ts'
import { requireMember } from '../../features/identity/require-member.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PlainPage } from '../../ui/plain-page.tsx'
import { SupportContacts } from '../../ui/support-contacts.tsx'

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(appOf(args), args.request)
  return null
}

/** Asks members whose e-mail may be outdated to have it changed, or to continue (shell §2.1). */
export function Component() {
  const copy = useCopy()
  const { data: member } = useQuery(memberQuery(useApp()))
  return (
    <PlainPage
      documentTitle={copy('fixCredentials.documentTitle')}
      title={copy('fixCredentials.heading')}
      text={copy('fixCredentials.people', { email: member?.email ?? '' })}
    >
      <SupportContacts first="action" />
      <ButtonLink to="/account/overview" variant="plain" wide>
        {copy('fixCredentials.later')}
      </ButtonLink>
    </PlainPage>
  )
}
