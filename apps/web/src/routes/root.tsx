import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type LoaderFunctionArgs, Outlet, ScrollRestoration, useRouteError } from 'react-router'
import { appOf } from '../app-context.ts'
import { Frame } from '../features/frame/frame.tsx'
import { ServerError } from '../features/frame/server-error.tsx'
import { memberQuery } from '../features/members/members.queries.ts'
import { useApp } from '../partner/partner-context.tsx'

/** A page is shown even while nobody can say who is looking at it. */
export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  await app.queryClient.prefetchQuery(memberQuery(app))
  return null
}

export function Component() {
  const { data: member = null } = useQuery(memberQuery(useApp()))
  const LaterParts = useLaterParts()
  return (
    <Frame member={member}>
      <Outlet />
      <ScrollRestoration />
      {LaterParts ? <LaterParts member={member} /> : null}
    </Frame>
  )
}

/** Asked for once the page has come alive, so that the first script need not carry them. */
function useLaterParts() {
  const [Parts, setParts] = useState<typeof import('./later-parts.tsx').LaterParts | null>(null)
  useEffect(() => {
    void import('./later-parts.tsx').then(({ LaterParts }) => setParts(() => LaterParts))
  }, [])
  return Parts
}

/** Whatever a page did not expect. The frame still stands, so there is a way on. */
export function ErrorBoundary() {
  const error = useRouteError()
  const { data: member = null } = useQuery(memberQuery(useApp()))
  return (
    <Frame member={member}>
      <ServerError error={error} />
    </Frame>
  )
}
