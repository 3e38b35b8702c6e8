import { data } from 'react-router'
import { NotFoundMessage } from '../features/layout/messages/not-found-message.tsx'

export function loader() {
  throw data(null, { status: 404 })
}

export function ErrorBoundary() {
  return <NotFoundMessage />
}
