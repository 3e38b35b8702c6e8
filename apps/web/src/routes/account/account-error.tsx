import { signInPath } from '@dineward/core/partner/partner-questions.ts'
import { Navigate, useLocation, useRouteError } from 'react-router'
import { isUnauthorized } from '../../lib/api-client.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './account.module.css'

/** A page of the account that could not be loaded. Whoever is no longer signed in goes to sign in (account §2). */
export function AccountError() {
  const copy = useCopy()
  const error = useRouteError()
  const partner = usePartner()
  const { pathname, search } = useLocation()
  if (isUnauthorized(error)) {
    const returnTo = encodeURIComponent(pathname + search)
    return <Navigate replace to={`${signInPath(partner) ?? '/'}?returnTo=${returnTo}`} />
  }
  return (
    <Card padding="roomy" className={styles.error}>
      <h1>{copy('account.error.title')}</h1>
      <p>{copy('account.error.text')}</p>
      <form>
        {[...new URLSearchParams(search)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit">{copy('frame.tryAgain')}</Button>
      </form>
    </Card>
  )
}
