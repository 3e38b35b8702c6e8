import { canSelfEnroll } from '@dineward/core/partner/partner-questions.ts'
import { useQuery } from '@tanstack/react-query'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useSearchParams,
} from 'react-router'
import { appOf } from '../../app-context.ts'
import { changePassword, changePasswordPath } from '../../features/credentials/change-password.ts'
import { ChangePasswordForm } from '../../features/credentials/change-password-form.tsx'
import { loadAccountPage } from '../../features/identity/account.loader.ts'
import { memberQuery } from '../../features/identity/member.queries.ts'
import { requireMember } from '../../features/identity/require-member.ts'
import { signInProvidersQuery } from '../../features/sign-in-providers/sign-in-providers.queries.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import styles from './account.module.css'

export { AccountError as ErrorBoundary } from '../../features/identity/account-states.tsx'

const profile = '/account/user_profile'

export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  if (!canSelfEnroll(app.partner)) return redirect(profile)
  await loadAccountPage(args, () => [])
  const { hasPassword } = await app.queryClient.ensureQueryData(signInProvidersQuery(app))
  // Their first password is set by mail.
  return hasPassword ? null : redirect('/recover')
}

export async function action(args: ActionFunctionArgs) {
  const app = appOf(args)
  await requireMember(app, args.request)
  const member = await app.queryClient.ensureQueryData(memberQuery(app))
  if (!member) return redirect(profile)
  const result = await changePassword(app, member, await args.request.formData())
  return result ? data(result, { status: 400 }) : redirect(`${changePasswordPath}?done=yes`)
}

export function Component() {
  const copy = useCopy()
  const [query] = useSearchParams()
  const { data: member } = useQuery(memberQuery(useApp()))
  if (!member) return null
  return (
    <div className={styles.page}>
      <PageHead title={copy('changePassword.title')} index={false} />
      <div className={styles.head}>
        <h1>{copy('changePassword.title')}</h1>
        <p className={styles.lead}>{copy('changePassword.text')}</p>
      </div>
      <div className={styles.two}>
        <Card padding="roomy" className={styles.page}>
          {query.has('done') ? (
            <Notice kind="done" role="status">
              <p>{copy('changePassword.done')}</p>
            </Notice>
          ) : (
            <>
              <ChangePasswordForm member={member} />
              <p>
                <AppLink to="/recover">{copy('changePassword.forgotten')}</AppLink>
              </p>
            </>
          )}
          <p>
            <AppLink to={profile}>{copy('changePassword.back')}</AppLink>
          </p>
        </Card>
      </div>
    </div>
  )
}
