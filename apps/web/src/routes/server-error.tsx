import { data, type LoaderFunctionArgs, redirectDocument, useRouteError } from 'react-router'
import { ServerError } from '../features/layout/messages/server-error.tsx'

/** Redirects after errors lead here (shell §2.1). The server renders it, with the code. */
export function loader({ request }: LoaderFunctionArgs) {
  if (typeof document !== 'undefined') return redirectDocument(new URL(request.url).pathname)
  throw data(null, { status: 500 })
}

export function ErrorBoundary() {
  return <ServerError error={useRouteError()} retry="/" />
}
