import { signInPath } from '@dineward/core/partner/partner-questions.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PlainPage } from '../../ui/plain-page.tsx'

/** The end of a reset, whoever made it. */
export function Component() {
  const copy = useCopy()
  return (
    <PlainPage
      documentTitle={copy('recover.success.documentTitle')}
      title={copy('recover.success.heading')}
      text={copy('recover.success.text')}
    >
      <ButtonLink to={signInPath(usePartner()) ?? '/'} size="large" wide>
        {copy('recover.success.action')}
      </ButtonLink>
    </PlainPage>
  )
}
