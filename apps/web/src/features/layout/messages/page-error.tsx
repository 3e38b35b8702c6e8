import { isRouteErrorResponse, useRouteError } from 'react-router'
import { NotFoundMessage } from './not-found-message.tsx'
import { ServerError } from './server-error.tsx'

export function PageError() {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : (error as { status?: number } | null)?.status
  return status === 404 ? <NotFoundMessage /> : <ServerError error={error} />
}
