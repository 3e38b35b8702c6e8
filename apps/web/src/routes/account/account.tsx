import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { type LoaderFunctionArgs, Outlet, useLocation } from 'react-router'
import { appOf } from '../../app-context.ts'
import { AccountTabs } from '../../features/members/account-tabs.tsx'
import { ClosedAccount } from '../../features/members/closed-account.tsx'
import { memberQuery } from '../../features/members/members.queries.ts'
import { requireMember } from '../../features/members/require-member.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import styles from './account.module.css'
import { AccountSkeleton } from './account-skeleton.tsx'

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(appOf(args), args.request)
  return null
}

/** The account area: its tabs, and one of its pages. */
export function Component() {
  const copy = useCopy()
  const { data: member } = useQuery(memberQuery(useApp()))
  const { pathname } = useLocation()
  if (member?.memberType === 'ClosedAccountMember') {
    return (
      <div className={`width-content ${styles.account}`}>
        <PageHead title={copy('account.documentTitle')} index={false} />
        <ClosedAccount />
      </div>
    )
  }
  return (
    <div className={`width-content ${styles.account}`}>
      <AccountTabs />
      <Suspense key={pathname} fallback={<AccountSkeleton />}>
        <Outlet />
      </Suspense>
    </div>
  )
}
