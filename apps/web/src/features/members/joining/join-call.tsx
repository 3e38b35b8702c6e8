import { canSelfEnroll } from '@dineward/core/partner/partner-questions.ts'
import { joinPath } from '../../../lib/navigation/join-path.ts'
import { useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { CallToAction, CallToActionLink } from '../../../ui/call-to-action.tsx'
import { ProspectForm } from '../prospects/prospect-form.tsx'

/** A directory links to its search instead of the join form. */
export function JoinCall() {
  const copy = useCopy()
  const partner = usePartner()
  return (
    <CallToAction title={copy('home.join.title')} text={copy('home.join.text')}>
      {canSelfEnroll(partner) ? (
        <ProspectForm />
      ) : (
        <CallToActionLink to={joinPath(partner, null) ?? '/search'}>
          {copy('home.join.action')}
        </CallToActionLink>
      )}
    </CallToAction>
  )
}
