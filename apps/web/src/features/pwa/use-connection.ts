import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { type Connection, connection } from './connection.ts'

/** A copy shown because of a slow network is refreshed after this delay. */
const refreshDelayMs = 3_000

export function useConnection(): Connection {
  const queryClient = useQueryClient()
  useEffect(() => listen(queryClient), [queryClient])
  return useSyncExternalStore(connection.subscribe, connection.snapshot)
}

function listen(queryClient: QueryClient): () => void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="cached-at"]')
  if (meta) {
    connection.markCached(new Date(meta.content))
    meta.remove()
  }
  const refresh = () => void refetchAll(queryClient)
  const handleOffline = () => connection.wentOffline()
  if (!navigator.onLine) connection.wentOffline()
  const timer = setTimeout(() => {
    if (navigator.onLine && connection.snapshot().cachedAt) refresh()
  }, refreshDelayMs)
  addEventListener('offline', handleOffline)
  addEventListener('online', refresh)
  return () => {
    clearTimeout(timer)
    removeEventListener('offline', handleOffline)
    removeEventListener('online', refresh)
  }
}

/** Cached responses report themselves during the refetch; then the notice stays. */
async function refetchAll(queryClient: QueryClient): Promise<void> {
  let isOld = false
  const leave = connection.subscribe(() => {
    isOld = true
  })
  try {
    await queryClient.refetchQueries({ type: 'active' }, { throwOnError: true })
    leave()
    if (!isOld) connection.cameBack()
  } catch {
  } finally {
    leave()
  }
}
