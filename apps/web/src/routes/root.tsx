import { isClosed } from '@dineward/core/members/member-questions.ts'
import type { Member } from '@dineward/core/members/members.contract.ts'
import { maintenanceAt } from '@dineward/core/pages/maintenance.rules.ts'
import { type ReactNode, useEffect } from 'react'
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
import { ServerError } from '../features/layout/messages/server-error.tsx'
import { deferred } from '../lib/deferred/deferred.tsx'
import type { SiteMap } from '../lib/navigation/site-map.ts'
import type { PageHandle } from '../page-handle.ts'
import { usePartner } from '../partner/partner-context.tsx'

const reenrollPath = '/reenroll'

const Maintenance = deferred(
  () => import('../features/layout/messages/maintenance.tsx'),
  module => module.Maintenance,
)
const DeferredWidgets = deferred(
  () => import('../deferred-widgets.tsx'),
  module => module.DeferredWidgets,
  { when: 'later' },
)

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
  if (isBare) return <BarePage />
  return (
    <Layout member={member} replaced={instead !== null}>
      {instead ?? <Outlet />}
      <ScrollRestoration />
      <DeferredWidgets member={member} />
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

export function ErrorBoundary() {
  const error = useRouteError()
  const member = useMember()
  return (
    <Layout member={member} replaced>
      <ServerError error={error} />
    </Layout>
  )
}
