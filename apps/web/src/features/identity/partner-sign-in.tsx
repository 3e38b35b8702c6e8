import { useLocation } from 'react-router'
import { returnPathIn } from '../../lib/return-path.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './partner-sign-in.module.css'

/** Leads to the partner's own sign-in, and says why it sent a visitor back (`sso` in the address). */
export function PartnerSignIn() {
  const copy = useCopy()
  const { search } = useLocation()
  const failure = new URLSearchParams(search).get('sso')
  const returnTo = returnPathIn(search)
  const query = returnTo ? `?returnTo=${encodeURIComponent(returnTo)}` : ''
  return (
    <div className={styles.ways}>
      {failure === null ? null : (
        <Notice kind="danger" role="alert">
          <p>{copy(failure === 'unavailable' ? 'login.sso.unavailable' : 'login.sso.refused')}</p>
        </Notice>
      )}
      <ButtonLink to={`/api/Sso/Start${query}`} reloadDocument size="large" wide>
        {copy('login.sso.action')}
      </ButtonLink>
    </div>
  )
}
