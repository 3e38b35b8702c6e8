import type { Member } from '@dineward/core/members/members.contract.ts'
import { workedOnAt } from '@dineward/core/pages/maintenance.rules.ts'
import { useQuery } from '@tanstack/react-query'
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
import { Layout } from '../features/layout/layout.tsx'
import { Maintenance } from '../features/layout/maintenance.tsx'
import { ServerError } from '../features/layout/server-error.tsx'
import { ClosedAccount } from '../features/members/closed-account.tsx'
import { memberQuery } from '../features/members/members.queries.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { useApp, usePartner } from '../partner/partner-context.tsx'
import type { PageHandle } from '../routes.ts'

/** A page is shown even while nobody can say who is looking at it. */
export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  await app.queryClient.prefetchQuery(memberQuery(app))
  return null
}

export function Component() {
  const { data: member = null } = useQuery(memberQuery(useApp()))
  const instead = useInstead(member)
  const isBare = useMatches().some(match => (match.handle as PageHandle | undefined)?.bare)
  const LaterParts = useLaterParts(!isBare)
  if (isBare) return <BarePage />
  return (
    <Layout member={member} replaced={instead !== null}>
      {instead ?? <Outlet />}
      <ScrollRestoration />
      {LaterParts ? <LaterParts member={member} /> : null}
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
  const isClosed = member?.memberType === 'ClosedAccountMember'
  return isClosed && !handle?.forClosedAccounts ? <ClosedAccount /> : null
}

/** Asked for once the page has loaded and stands still, so that neither its first script nor its pictures wait for them. */
function useLaterParts(wanted: boolean) {
  const [Parts, setParts] = useState<typeof import('./later-parts.tsx').LaterParts | null>(null)
  useEffect(() => {
    if (!wanted) return
    return whenIdle(() => {
      void import('./later-parts.tsx').then(({ LaterParts }) => setParts(() => LaterParts))
    })
  }, [wanted])
  return Parts
}

/** Whatever a page did not expect. The frame still stands, so there is a way on. */
export function ErrorBoundary() {
  const error = useRouteError()
  const { data: member = null } = useQuery(memberQuery(useApp()))
  return (
    <Layout member={member} replaced>
      <ServerError error={error} />
    </Layout>
  )
}
