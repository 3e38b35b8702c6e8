import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { type Connection, connection } from './connection.ts'

/** Until a copy that came because the network was slow is compared with the network. */
const secondLookMs = 3_000

/** Whether what is shown may be old. Once the network is back, what is shown is asked for again. */
export function useConnection(): Connection {
  const queryClient = useQueryClient()
  useEffect(() => listen(queryClient), [queryClient])
  return useSyncExternalStore(connection.subscribe, connection.snapshot)
}

function listen(queryClient: QueryClient): () => void {
  const written = document.querySelector<HTMLMetaElement>('meta[name="kept-at"]')
  if (written) {
    connection.kept(new Date(written.content))
    written.remove()
  }
  const lookAgain = () => void askAgain(queryClient)
  const goneOffline = () => connection.wentOffline()
  if (!navigator.onLine) connection.wentOffline()
  const timer = setTimeout(() => {
    if (navigator.onLine && connection.snapshot().keptAt) lookAgain()
  }, secondLookMs)
  addEventListener('offline', goneOffline)
  addEventListener('online', lookAgain)
  return () => {
    clearTimeout(timer)
    removeEventListener('offline', goneOffline)
    removeEventListener('online', lookAgain)
  }
}

/** Kept answers announce themselves while this is under way, and then the page stays what it was. */
async function askAgain(queryClient: QueryClient): Promise<void> {
  let isOld = false
  const leave = connection.subscribe(() => {
    isOld = true
  })
  try {
    await queryClient.refetchQueries({ type: 'active' }, { throwOnError: true })
    leave()
    if (!isOld) connection.cameBack()
  } catch {
    // Still away: what is shown stays, and so does the notice.
  } finally {
    leave()
  }
}
