import { useEffect, useEffectEvent } from 'react'
import { useLocation, useRouteError } from 'react-router'
import { useSignInAgain } from '../../features/members/use-sign-in-again.ts'
import { isUnauthorized } from '../../lib/api-client.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import styles from './account.module.css'

/** A page of the account that could not be loaded. Whoever is no longer signed in goes to sign in (account §2). */
export function AccountError() {
  return isUnauthorized(useRouteError()) ? <SignInAgain /> : <NotLoaded />
}

function SignInAgain() {
  const signInAgain = useEffectEvent(useSignInAgain())
  useEffect(() => signInAgain(), [])
  return null
}

function NotLoaded() {
  const copy = useCopy()
  const { pathname, search } = useLocation()
  return (
    <Card padding="roomy" className={styles.error}>
      <PageHead title={copy('account.error.title')} index={false} />
      <h1>{copy('account.error.title')}</h1>
      <p>{copy('account.error.text')}</p>
      <ButtonLink to={pathname + search}>{copy('layout.tryAgain')}</ButtonLink>
    </Card>
  )
}
