import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useLocation, useRouteError } from 'react-router'
import { isUnauthorized } from '../../lib/api-client.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './account-states.module.css'
import { loadingText } from './loading-text.ts'
import { useSignInAgain } from './use-sign-in-again.ts'

/** An expired session leads to sign-in (account §2). */
export function AccountError({ children }: { readonly children?: ReactNode }) {
  return isUnauthorized(useRouteError()) ? <SignInAgain /> : (children ?? <NotLoaded />)
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

export function AccountSkeleton() {
  const copy = useCopy()
  const { pathname } = useLocation()
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{copy(loadingText(pathname))}</span>
      <Skeleton shape="title" length="middle" />
      <Card padding="roomy">
        {Array.from(Array(6).keys(), row => (
          <p key={row}>
            <Skeleton length="middle" />
            <Skeleton length="short" />
          </p>
        ))}
      </Card>
    </div>
  )
}
