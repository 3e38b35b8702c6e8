import { data, type LoaderFunctionArgs, redirectDocument, useRouteError } from 'react-router'
import { ServerError } from '../features/layout/server-error.tsx'

/** Where whoever met an error elsewhere is sent (shell §2.1). The code is the server's, so the server draws the page. */
export function loader({ request }: LoaderFunctionArgs) {
  if (typeof document !== 'undefined') return redirectDocument(new URL(request.url).pathname)
  throw data(null, { status: 500 })
}

export function ErrorBoundary() {
  return <ServerError error={useRouteError()} retry="/" />
}
