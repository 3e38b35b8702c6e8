import { signInPath } from '@dineward/core/partner/partner-questions.ts'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate, useRouteError } from 'react-router'
import { isUnauthorized } from '../../lib/api/api-client.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toasts } from '../../ui/dialog/toast-store.ts'
import { EmptyState } from '../../ui/empty/empty-state.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './account-states.module.css'
import { loadingText } from './loading-text.ts'
import { rememberMember } from './member.queries.ts'

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
    <Card padding="none">
      <PageHead title={copy('account.error.title')} index={false} />
      <EmptyState
        look="page"
        spot="pot"
        title={copy('account.error.title')}
        text={copy('account.error.text')}
      >
        <ButtonLink to={pathname + search}>{copy('layout.tryAgain')}</ButtonLink>
      </EmptyState>
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

/** To call where the server no longer knows the session: to sign-in and back, and says why. */
function useSignInAgain(): () => void {
  const app = useApp()
  const copy = useCopy()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return () => {
    rememberMember(app, null)
    toasts.show('warning', copy('login.again'))
    const returnTo = encodeURIComponent(pathname + search)
    void navigate(`${signInPath(app.partner) ?? '/'}?returnTo=${returnTo}`, { replace: true })
  }
}
