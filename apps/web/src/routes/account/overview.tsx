import { paysStatementCredits } from '@dineward/core/partner/partner-questions.ts'
import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import {
  activityQuery,
  creditBalanceQuery,
  dineSummaryQuery,
} from '../../features/activity/activity.queries.ts'
import { Balance } from '../../features/activity/balance.tsx'
import { formatMonth } from '../../features/activity/format-activity.ts'
import { LastDines } from '../../features/activity/last-dines.tsx'
import { BonusList } from '../../features/bonuses/bonus-list.tsx'
import { CardReminder } from '../../features/cards/card-reminder.tsx'
import { loadAccountPage } from '../../features/identity/account.loader.ts'
import { EmailNotice } from '../../features/identity/email-notice.tsx'
import { memberQuery } from '../../features/identity/member.queries.ts'
import { Membership } from '../../features/members/membership.tsx'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import styles from './account.module.css'

export { AccountError as ErrorBoundary } from '../../features/identity/account-states.tsx'

export function loader(args: LoaderFunctionArgs) {
  return loadAccountPage(args, app => [
    app.queryClient.ensureQueryData(dineSummaryQuery(app)),
    app.queryClient.ensureQueryData(activityQuery(app, 1)),
    ...(paysStatementCredits(app.partner) ? [app.queryClient.ensureQueryData(creditBalanceQuery(app))] : []),
  ])
}

export function Component() {
  const copy = useCopy()
  const app = useApp()
  const { data: member, dataUpdatedAt } = useQuery(memberQuery(app))
  if (!member) return null
  return (
    <div className={styles.page}>
      <PageHead title={copy('account.tab.overview')} index={false} />
      <h1>{copy('overview.title', { 'first name': member.firstName })}</h1>
      <EmailNotice member={member} />
      <CardReminder hasLinkedCard={member.hasLinkedCard} />
      <div className={styles.numbers}>
        <Balance />
        <Membership
          member={member}
          year={new Date(dataUpdatedAt + app.clockShiftMs).getUTCFullYear()}
          since={copy('overview.member.since', { date: formatMonth(member.joinDate) })}
        />
      </div>
      <BonusList bonuses={member.activeBonuses} now={dataUpdatedAt + app.clockShiftMs} />
      <LastDines />
    </div>
  )
}
