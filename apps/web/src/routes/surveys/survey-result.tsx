import { useLocation } from 'react-router'
import { useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PlainPage } from '../../ui/page/plain-page.tsx'
import { SupportContacts } from '../../ui/page/support-contacts.tsx'

export function Component() {
  const copy = useCopy()
  const result = useLocation().pathname.startsWith('/surveys/error') ? 'error' : 'success'
  return (
    <PlainPage
      documentTitle={copy(`survey.${result}.documentTitle`)}
      title={copy(`survey.${result}.title`)}
      text={copy(`survey.${result}.text`)}
    >
      {result === 'error' ? (
        <SupportContacts />
      ) : (
        <ButtonLink to="/search" size="large" wide>
          {copy('notFound.search')}
        </ButtonLink>
      )}
      <ButtonLink to="/" variant="quiet" wide>
        {copy('notFound.home')}
      </ButtonLink>
    </PlainPage>
  )
}
