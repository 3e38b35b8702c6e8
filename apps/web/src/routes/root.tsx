import { isClosed } from '@dineward/core/members/member-questions.ts'
import type { Member } from '@dineward/core/members/members.contract.ts'
import { maintenanceAt } from '@dineward/core/pages/maintenance.rules.ts'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import {
  type LoaderFunctionArgs,
  Outlet,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
} from 'react-router'
import { appOf } from '../app-context.ts'
import { memberQuery, useMember } from '../features/identity/member.queries.ts'
import { Layout } from '../features/layout/layout.tsx'
import { ServerError } from '../features/layout/server-error.tsx'
import { ClosedAccount } from '../features/members/closed-account.tsx'
import { whenIdle } from '../lib/idle.ts'
import type { PageHandle } from '../page-handle.ts'
import { usePartner } from '../partner/partner-context.tsx'

const loadMaintenance = async () => ({
  default: (await import('../features/layout/maintenance.tsx')).Maintenance,
})
const Maintenance = import.meta.env.SSR ? (await loadMaintenance()).default : lazy(loadMaintenance)

/** Show the page even if the member cannot be loaded. */
export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  await app.queryClient.prefetchQuery(memberQuery(app))
  return null
}

export function Component() {
  const member = useMember()
  const instead = useReplacement(member)
  const isBare = useMatches().some(match => (match.handle as PageHandle | undefined)?.bare)
  const DeferredWidgets = useDeferredWidgets(!isBare)
  if (isBare) return <BarePage />
  return (
    <Layout member={member} replaced={instead !== null}>
      {instead ? <Suspense fallback={null}>{instead}</Suspense> : <Outlet />}
      <ScrollRestoration />
      {DeferredWidgets ? <DeferredWidgets member={member} /> : null}
    </Layout>
  )
}

function BarePage() {
  return (
    <div id="page">
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}

/** Replaces the page: maintenance, or a closed account. */
function useReplacement(member: Member | null): ReactNode {
  const { pathname } = useLocation()
  const workedOn = maintenanceAt(usePartner(), pathname)
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined
  if (workedOn) return <Maintenance workedOn={workedOn} />
  const hasClosedAccount = isClosed(member)
  return hasClosedAccount && !handle?.forClosedAccounts ? <ClosedAccount /> : null
}

function useDeferredWidgets(wanted: boolean) {
  const [Widgets, setWidgets] = useState<typeof import('../deferred-widgets.tsx').DeferredWidgets | null>(
    null,
  )
  useEffect(() => {
    if (!wanted) return
    return whenIdle(() => {
      void import('../deferred-widgets.tsx').then(({ DeferredWidgets }) => setWidgets(() => DeferredWidgets))
    })
  }, [wanted])
  return Widgets
}

export function ErrorBoundary() {
  const error = useRouteError()
  const member = useMember()
  return (
    <Layout member={member} replaced>
      <ServerError error={error} />
    </Layout>
  )
}
