import { signInPath } from '@dineward/core/partner/partner-questions.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PlainPage } from '../../ui/page/plain-page.tsx'
import { SupportContacts } from '../../ui/page/support-contacts.tsx'

/** A link from the program's own app signs in once. */
export function Component() {
  const copy = useCopy()
  const signIn = signInPath(usePartner())
  return (
    <PlainPage
      documentTitle={copy('sessionLink.used.documentTitle')}
      title={copy('sessionLink.used.title')}
      text={copy('sessionLink.used.text')}
    >
      {signIn && (
        <ButtonLink to={signIn} size="large" wide>
          {copy('login.submit')}
        </ButtonLink>
      )}
      <ButtonLink to="/" variant="quiet" wide>
        {copy('notFound.home')}
      </ButtonLink>
      <SupportContacts />
    </PlainPage>
  )
}
