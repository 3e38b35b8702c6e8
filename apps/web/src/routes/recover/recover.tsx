import { signInPath } from '@dineward/core/partner/partner-questions.ts'
import { useLocation } from 'react-router'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PlainPage } from '../../ui/plain-page.tsx'
import { SupportContacts } from '../../ui/support-contacts.tsx'

const steps = {
  '/recover': 'people',
  '/recover/confirm': 'confirm',
  '/recover/update': 'update',
  '/recover/success': 'success',
} as const

/**
 * The four steps of a forgotten password (shell §2.1). The partner's support resets passwords and sends no links, so
 * `confirm` warns of them.
 */
export function Component() {
  const copy = useCopy()
  const signIn = signInPath(usePartner()) ?? '/'
  const path = useLocation().pathname.replace(/\/$/, '')
  const step = steps[path as keyof typeof steps] ?? 'people'
  return (
    <PlainPage
      documentTitle={copy(step === 'people' ? 'recover.documentTitle' : `recover.${step}.documentTitle`)}
      title={copy(step === 'people' ? 'recover.people.title' : `recover.${step}.heading`)}
      text={copy(`recover.${step}.text`)}
    >
      {step === 'success' ? (
        <ButtonLink to={signIn} size="large" wide>
          {copy('recover.success.action')}
        </ButtonLink>
      ) : (
        <>
          <SupportContacts first="action" />
          <ButtonLink to={signIn} variant="plain" wide>
            {copy('recover.signIn')}
          </ButtonLink>
        </>
      )}
    </PlainPage>
  )
}
