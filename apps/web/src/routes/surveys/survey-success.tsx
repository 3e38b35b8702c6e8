import { useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PlainPage } from '../../ui/plain-page.tsx'

/** Where a survey leads that was sent (shell §2.1). */
export function Component() {
  const copy = useCopy()
  return (
    <PlainPage
      documentTitle={copy('survey.success.documentTitle')}
      title={copy('survey.success.title')}
      text={copy('survey.success.text')}
    >
      <ButtonLink to="/search" size="large" wide>
        {copy('notFound.search')}
      </ButtonLink>
      <ButtonLink to="/" variant="quiet" wide>
        {copy('notFound.home')}
      </ButtonLink>
    </PlainPage>
  )
}
