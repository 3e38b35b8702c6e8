import { useCopy } from '../../../partner/partner-context.tsx'

interface SignOutLinkProps {
  readonly className?: string | undefined
  readonly copyKey: 'nav.signOut' | 'nav.signOutOf'
}

/** Loads a document, so that no member data stays in memory. */
export function SignOutLink({ className, copyKey }: SignOutLinkProps) {
  const copy = useCopy()
  return (
    <a className={className} href="/SignOut">
      {copy(copyKey)}
    </a>
  )
}
