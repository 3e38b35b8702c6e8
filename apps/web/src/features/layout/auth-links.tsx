import { useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import styles from './auth-links.module.css'
import type { Navigation } from './navigation.rules.ts'
import { SignOutLink } from './sign-out-link.tsx'

/** Visitors without the member menu get these links (shell §2.4). They are empty without enrollment. */
export function AuthLinks({ of }: { readonly of: Navigation }) {
  const copy = useCopy()
  const { signOut, signIn, alreadyMember, join } = of
  return (
    <>
      {signOut ? (
        <SignOutLink className={`${styles.signOut} ${classOf(signOut)}`} copyKey={signOut.words} />
      ) : null}
      {alreadyMember ? <p className={styles.already}>{copy('nav.alreadyMember')}</p> : null}
      {signIn ? (
        <AppLink className={classOf(signIn)} to={signIn.to}>
          {copy(signIn.words)}
        </AppLink>
      ) : null}
      {join ? (
        <ButtonLink className={styles.join} to={join.to} size="small">
          {copy(join.words)}
        </ButtonLink>
      ) : null}
    </>
  )
}

const classOf = ({ wideOnly }: { readonly wideOnly: boolean }) =>
  wideOnly ? `${styles.link} ${styles.nav} ${styles.wide}` : styles.link
