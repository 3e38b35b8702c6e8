import { signInPath } from '@dineward/core/partner/partner-questions.ts'
import { useLocation, useNavigate } from 'react-router'
import { useApp } from '../../partner/partner-context.tsx'
import { rememberMember } from './member.queries.ts'

export function useSignInAgain(): () => void {
  const app = useApp()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return () => {
    rememberMember(app, null)
    const returnTo = encodeURIComponent(pathname + search)
    void navigate(`${signInPath(app.partner) ?? '/'}?returnTo=${returnTo}`, { replace: true })
  }
}
