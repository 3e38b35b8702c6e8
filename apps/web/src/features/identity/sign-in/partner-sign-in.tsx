import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { storedLoginRedirect } from '../../../lib/navigation/login-redirect.ts'
import { returnPathIn, withReturnPath } from '../../../lib/navigation/return-path.ts'
import { useCopy } from '../../../partner/partner-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './partner-sign-in.module.css'

/** Leads to the partner's own sign-in, and says why it sent a visitor back (`sso` in the address). */
export function PartnerSignIn() {
  const copy = useCopy()
  const { search } = useLocation()
  const failure = new URLSearchParams(search).get('sso')
  return (
    <div className={styles.ways}>
      {failure === null ? null : (
        <Notice kind="danger" role="alert">
          <p>{copy(failure === 'unavailable' ? 'login.sso.unavailable' : 'login.sso.refused')}</p>
        </Notice>
      )}
      <PartnerSignInLink words="login.sso.action" />
    </div>
  )
}

/** To the partner, and back to where the address says, or where sign-in was begun. */
export function PartnerSignInLink({
  words,
}: {
  readonly words: 'login.sso.action' | 'joinElsewhere.action'
}) {
  const copy = useCopy()
  const stored = useSyncExternalStore(neverChanges, storedLoginRedirect, () => null)
  const returnPath = returnPathIn(useLocation().search) ?? stored
  return (
    <ButtonLink to={withReturnPath('/api/Sso/Start', returnPath)} reloadDocument size="large" wide>
      {copy(words)}
    </ButtonLink>
  )
}

const neverChanges = () => () => {}
