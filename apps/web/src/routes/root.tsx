import { isClosed } from '@dineward/core/members/member-questions.ts'
import type { Member } from '@dineward/core/members/members.contract.ts'
import { workedOnAt } from '@dineward/core/pages/maintenance.rules.ts'
import { type ReactNode, useEffect, useState } from 'react'
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
import { Maintenance } from '../features/layout/maintenance.tsx'
import { ServerError } from '../features/layout/server-error.tsx'
import { ClosedAccount } from '../features/members/closed-account.tsx'
import { whenIdle } from '../lib/when-idle.ts'
import { usePartner } from '../partner/partner-context.tsx'
import type { PageHandle } from '../routes.ts'

/** A page is shown even while nobody can say who is looking at it. */
export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  await app.queryClient.prefetchQuery(memberQuery(app))
  return null
}

export function Component() {
  const member = useMember()
  const instead = useInstead(member)
  const isBare = useMatches().some(match => (match.handle as PageHandle | undefined)?.bare)
  const DeferredWidgets = useDeferredWidgets(!isBare)
  if (isBare) return <BarePage />
  return (
    <Layout member={member} replaced={instead !== null}>
      {instead ?? <Outlet />}
      <ScrollRestoration />
      {DeferredWidgets ? <DeferredWidgets member={member} /> : null}
    </Layout>
  )
}

/** Another page of ours stands around it, and has a frame of its own. */
function BarePage() {
  return (
    <div id="page">
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}

/** What stands in place of any page: that it is being worked on, or how a closed account is opened again. */
function useInstead(member: Member | null): ReactNode {
  const { pathname } = useLocation()
  const workedOn = workedOnAt(usePartner(), pathname)
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined
  if (workedOn) return <Maintenance workedOn={workedOn} />
  const hasClosedAccount = isClosed(member)
  return hasClosedAccount && !handle?.forClosedAccounts ? <ClosedAccount /> : null
}

/** Loaded when idle, after the page's own script and pictures. */
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

/** Whatever a page did not expect. The frame still stands, so there is a way on. */
export function ErrorBoundary() {
  const error = useRouteError()
  const member = useMember()
  return (
    <Layout member={member} replaced>
      <ServerError error={error} />
    </Layout>
  )
}
