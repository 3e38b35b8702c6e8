import { signInPath } from '@dineward/core/partner/partner-questions.ts'
import { useLocation, useNavigate } from 'react-router'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { toasts } from '../../ui/dialog/toast-store.ts'
import { rememberMember } from './member.queries.ts'

/** To call where the server no longer knows the session: to sign-in and back, and says why. */
export function useSignInAgain(): () => void {
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
