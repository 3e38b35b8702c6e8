import { Suspense } from 'react'
import { type LoaderFunctionArgs, Outlet, useLocation } from 'react-router'
import { appOf } from '../../app-context.ts'
import { AccountSkeleton } from '../../features/identity/account-states.tsx'
import { requireMember } from '../../features/identity/require-member.ts'
import { AccountTabs } from '../../features/members/account-tabs.tsx'
import styles from './account.module.css'

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(appOf(args), args.request)
  return null
}

export function Component() {
  const { pathname } = useLocation()
  return (
    <div className={`width-content ${styles.account}`}>
      <AccountTabs />
      <Suspense key={pathname} fallback={<AccountSkeleton />}>
        <Outlet />
      </Suspense>
    </div>
  )
}
