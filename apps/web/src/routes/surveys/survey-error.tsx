import { useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PlainPage } from '../../ui/plain-page.tsx'
import { SupportWays } from '../../ui/support-ways.tsx'

/** Where a survey leads that could not be sent (shell §8). */
export function Component() {
  const copy = useCopy()
  return (
    <PlainPage
      documentTitle={copy('survey.error.documentTitle')}
      title={copy('survey.error.title')}
      text={copy('survey.error.text')}
    >
      <SupportWays />
      <ButtonLink to="/" variant="plain" wide>
        {copy('notFound.home')}
      </ButtonLink>
    </PlainPage>
  )
}
