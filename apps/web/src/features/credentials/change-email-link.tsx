import { canSelfEnroll } from '@dineward/core/partner/partner-questions.ts'
import { withReturnPath } from '../../lib/navigation/return-path.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'

/** Where the partner keeps the addresses there is none. */
export function ChangeEmailLink() {
  const copy = useCopy()
  if (!canSelfEnroll(usePartner())) return null
  return (
    <ButtonLink to={withReturnPath('/fix_credentials', '/account/user_profile')} variant="quiet" size="small">
      {copy('fixCredentials.change.title')}
    </ButtonLink>
  )
}
