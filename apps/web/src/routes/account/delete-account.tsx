import { earnsRewards, usesSingleSignOn } from '@dineward/core/partner/partner-questions.ts'
import { useQuery } from '@tanstack/react-query'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirectDocument } from 'react-router'
import { appOf } from '../../app-context.ts'
import { formatBenefit } from '../../features/activity/format-activity.ts'
import { loadAccountPage } from '../../features/identity/account.loader.ts'
import { memberQuery } from '../../features/identity/member.queries.ts'
import { requireMember } from '../../features/identity/require-member.ts'
import { LeaveForm } from '../../features/leaving/leave-form.tsx'
import { leavePath } from '../../features/leaving/leave-path.ts'
import { erasureQuery } from '../../features/leaving/leaving.queries.ts'
import { changeErasure } from '../../features/leaving/leaving.ts'
import { RecentSignIn } from '../../features/sign-in-providers/provider-buttons.tsx'
import { signInProvidersQuery } from '../../features/sign-in-providers/sign-in-providers.queries.ts'
import { withReturnPath } from '../../lib/navigation/return-path.ts'
import { useApp, useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import styles from './account.module.css'

export { AccountError as ErrorBoundary } from '../../features/identity/account-states.tsx'

export function loader(args: LoaderFunctionArgs) {
  return loadAccountPage(args, app => [
    app.queryClient.prefetchQuery(erasureQuery(app)),
    app.queryClient.prefetchQuery(signInProvidersQuery(app)),
  ])
}

export async function action(args: ActionFunctionArgs) {
  const app = appOf(args)
  await requireMember(app, args.request)
  const result = await changeErasure(app, await args.request.formData())
  // The document is loaded again: every page of the account says it.
  return result ? data(result, { status: 400 }) : redirectDocument(leavePath)
}

export function Component() {
  const copy = useCopy()
  const { erasureGraceDays } = usePartner().settings
  const { data: member } = useQuery(memberQuery(useApp()))
  const recentSignIn = useRecentSignIn()
  if (!member) return null
  const isAsked = member.erasureAt !== null
  const days = String(erasureGraceDays)
  return (
    <div className={styles.page}>
      <PageHead title={copy('leave.title')} index={false} />
      <div className={styles.head}>
        <h1>{copy('leave.title')}</h1>
        <p className={styles.lead}>{copy(isAsked ? 'leave.asked' : 'leave.text', { days })}</p>
      </div>
      <div className={styles.two}>
        <Card padding="roomy" as="section" className={styles.page} aria-labelledby="what-happens">
          <h2 id="what-happens">{copy('leave.what.title')}</h2>
          <ul className={styles.points}>
            <li>{copy('leave.what.details')}</li>
            <Rewards />
            <li>{copy('leave.what.kept')}</li>
            <li>{copy('leave.what.again')}</li>
          </ul>
          <p>
            <a href="/api/Member/Export" download>
              {copy('myData.export')}
            </a>
          </p>
        </Card>
        <Card padding="roomy" as="section" className={styles.page} aria-labelledby="confirm">
          <h2 id="confirm">{copy(isAsked ? 'leave.asked.title' : 'leave.confirm.title')}</h2>
          {isAsked ? <p>{copy('leave.asked.text')}</p> : <LeaveForm recentSignIn={recentSignIn} />}
          <p>
            <AppLink to="/account/user_profile">{copy('leave.back')}</AppLink>
          </p>
        </Card>
      </div>
    </div>
  )
}

/** It is null for members with a password. */
function useRecentSignIn() {
  const copy = useCopy()
  const app = useApp()
  const { data: own } = useQuery(signInProvidersQuery(app))
  if (usesSingleSignOn(app.partner))
    return (
      <p>
        {copy('leave.recent')}{' '}
        <a href={`${withReturnPath('/api/Sso/Start', leavePath)}&recent=yes`}>
          {copy('leave.recent.action')}
        </a>
      </p>
    )
  if (!own || own.hasPassword) return null
  return <RecentSignIn own={own} />
}

/** With the amount, where there is one. */
function Rewards() {
  const copy = useCopy()
  const partner = usePartner()
  const { data } = useQuery(erasureQuery(useApp()))
  if (!earnsRewards(partner)) return null
  const unpaid = data?.unpaidRewards ?? 0
  return (
    <li>
      {unpaid > 0 ? (
        <strong>{copy('leave.what.unpaid', { reward: formatBenefit(partner, unpaid) })} </strong>
      ) : null}
      {copy('leave.what.rewards')}
    </li>
  )
}
