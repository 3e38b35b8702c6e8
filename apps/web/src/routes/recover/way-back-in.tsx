import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { signInPath } from '@dineward/core/partner/partner-questions.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PlainPage } from '../../ui/plain-page.tsx'
import { SupportWays } from '../../ui/support-ways.tsx'

interface WayBackInProps {
  readonly documentTitle: CopyKey
  readonly title: CopyKey
  readonly text: CopyKey
}

/** Passwords are reset by the partner's people: who they are, and the way back to signing in. */
export function WayBackIn({ documentTitle, title, text }: WayBackInProps) {
  const copy = useCopy()
  return (
    <PlainPage documentTitle={copy(documentTitle)} title={copy(title)} text={copy(text)}>
      <SupportWays first="action" />
      <ButtonLink to={signInPath(usePartner()) ?? '/'} variant="plain" wide>
        {copy('recover.signIn')}
      </ButtonLink>
    </PlainPage>
  )
}
