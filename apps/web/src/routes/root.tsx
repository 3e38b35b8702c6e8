import { isClosed } from '@dineward/core/members/member-questions.ts'
import type { Member } from '@dineward/core/members/members.contract.ts'
import { maintenanceAt } from '@dineward/core/pages/maintenance.rules.ts'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import {
  type LoaderFunctionArgs,
  Outlet,
  redirectDocument,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
} from 'react-router'
import { appOf } from '../app-context.ts'
import { memberQuery, useMember } from '../features/identity/member.queries.ts'
import { Layout } from '../features/layout/layout.tsx'
import { ServerError } from '../features/layout/server-error.tsx'
import { whenIdle } from '../lib/idle.ts'
import type { SiteMap } from '../lib/site-map.ts'
import type { PageHandle } from '../page-handle.ts'
import { usePartner } from '../partner/partner-context.tsx'

const reenrollPath = '/reenroll'

const loadMaintenance = async () => ({
  default: (await import('../features/layout/maintenance.tsx')).Maintenance,
})
const Maintenance = import.meta.env.SSR ? (await loadMaintenance()).default : lazy(loadMaintenance)

/** Show the page even if the member cannot be loaded. */
export async function loadMember(args: LoaderFunctionArgs, siteMap: SiteMap) {
  const app = appOf(args)
  await app.queryClient.prefetchQuery(memberQuery(app))
  const { pathname } = new URL(args.request.url)
  const handle = siteMap.routesAt(pathname).at(-1)?.route.handle as PageHandle | undefined
  const member = app.queryClient.getQueryData(memberQuery(app).queryKey)
  if (leadsToReenrollment(member, handle)) throw redirectDocument(reenrollPath)
  return null
}

/** A closed account has one page in place of every other (shell §2.3). */
const leadsToReenrollment = (member: Member | null | undefined, handle: PageHandle | undefined) =>
  isClosed(member) && !handle?.forClosedAccounts

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

/** Replaces the page: maintenance, or the way to re-enrollment. */
function useReplacement(member: Member | null): ReactNode {
  const { pathname } = useLocation()
  const workedOn = maintenanceAt(usePartner(), pathname)
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined
  if (workedOn) return <Maintenance workedOn={workedOn} />
  return leadsToReenrollment(member, handle) ? <Reenrollment /> : null
}

/** After a navigation in the browser, which does not load this route again: only a new document may hold the card frame. */
function Reenrollment() {
  useEffect(() => location.replace(reenrollPath), [])
  return null
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
