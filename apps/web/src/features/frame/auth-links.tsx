import type { Member } from '@dineward/core/members/members.contract.ts'
import { signInPath, usesSingleSignOn } from '@dineward/core/partner/partner-questions.ts'
import { joinPath } from '../../lib/join-path.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import styles from './auth-links.module.css'
import { SignOutLink } from './sign-out-link.tsx'

interface AuthLinksProps {
  readonly member: Member | null
  readonly isJoining: boolean
}

/** Ways in for whoever is not a card member yet (shell §2.4). Nothing where nobody joins. */
export function AuthLinks({ member, isJoining }: AuthLinksProps) {
  const partner = usePartner()
  const signIn = signInPath(partner)
  if (signIn === null) return null
  const sso = usesSingleSignOn(partner)
  if (isJoining)
    return sso || member ? <WayOut member={member} sso={sso} /> : <AlreadyMember signIn={signIn} />
  return <WaysIn member={member} signIn={signIn} sso={sso} />
}

/** Whoever came by way of the partner's own sign-in is told what it is that they leave. */
function WayOut({ member, sso }: { readonly member: Member | null; readonly sso: boolean }) {
  return member ? (
    <SignOutLink className={styles.link} copyKey={sso ? 'nav.signOutOf' : 'nav.signOut'} />
  ) : null
}

function AlreadyMember({ signIn }: { readonly signIn: string }) {
  const copy = useCopy()
  return (
    <p className={styles.already}>
      <span className={styles.wide}>{copy('nav.alreadyMember')} </span>
      <AppLink className={styles.link} to={signIn}>
        {copy('nav.signIn')}
      </AppLink>
    </p>
  )
}

function WaysIn({ member, signIn, sso }: { member: Member | null; signIn: string; sso: boolean }) {
  const copy = useCopy()
  const join = joinPath(usePartner(), member) ?? signIn
  const className = `${styles.link} ${styles.nav} ${styles.wide}`
  // Who had an account joins no second time: their account says how it is opened again.
  const isClosed = member?.memberType === 'ClosedAccountMember'
  return (
    <>
      {member ? <SignOutLink className={className} copyKey="nav.signOut" /> : null}
      {member || sso ? null : (
        <AppLink className={className} to={signIn}>
          {copy('nav.signIn')}
        </AppLink>
      )}
      <ButtonLink className={styles.join} to={isClosed ? '/account/overview' : join} size="small">
        {copy(isClosed ? 'nav.account' : sso && !member ? 'nav.joinOrSignIn' : 'nav.join')}
      </ButtonLink>
    </>
  )
}
