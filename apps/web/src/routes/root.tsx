import { type LoaderFunctionArgs, Outlet, ScrollRestoration } from 'react-router'
import { appOf } from '../app-context.ts'
import { memberQuery } from '../features/members/members.queries.ts'

export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  await app.queryClient.ensureQueryData(memberQuery(app))
  return null
}

export function Component() {
  return (
    <div id="page">
      <Outlet />
      <ScrollRestoration />
    </div>
  )
}
