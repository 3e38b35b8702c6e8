import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { type LoaderFunctionArgs, Outlet, useLocation } from 'react-router'
import { appOf } from '../../app-context.ts'
import { AccountSkeleton } from '../../features/identity/account-states.tsx'
import { memberQuery } from '../../features/identity/member.queries.ts'
import { requireMember } from '../../features/identity/require-member.ts'
import { ErasureNotice } from '../../features/leaving/erasure-notice.tsx'
import { LiveUpdates } from '../../features/live-updates/live-updates.tsx'
import { AccountTabs } from '../../features/members/account-tabs.tsx'
import { useApp } from '../../partner/partner-context.tsx'
import styles from './account.module.css'

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(appOf(args), args.request)
  return null
}

export function Component() {
  const { pathname } = useLocation()
  const { data: member } = useQuery(memberQuery(useApp()))
  return (
    <div className={`width-content ${styles.account}`}>
      <AccountTabs />
      {member ? <ErasureNotice member={member} /> : null}
      {member ? <LiveUpdates publicId={member.publicId} /> : null}
      <Suspense key={pathname} fallback={<AccountSkeleton />}>
        <Outlet />
      </Suspense>
    </div>
  )
}
