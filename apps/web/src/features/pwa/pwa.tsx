import type { Member } from '@dineward/core/members/members.contract.ts'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { deferred } from '../../lib/deferred/deferred.tsx'
import { useApp } from '../../partner/partner-context.tsx'
import { deleteMemberDrafts } from '../../ui/form/form-draft.ts'
import type { AppBarContent } from './app-bar.tsx'
import { connection } from './connection.ts'
import { cacheOnceRead, postToWorker, startWorker } from './service-worker.ts'
import { useConnection } from './use-connection.ts'
import { useInstallOffer } from './use-install-offer.ts'
import { useNativeIdentity } from './use-native-identity.ts'

const AppBar = deferred(
  () => import('./app-bar.tsx'),
  module => module.AppBar,
  { when: 'now' },
)

interface PwaProps {
  readonly member: Member | null
  readonly visitorId?: string | null
}

export function Pwa({ member, visitorId = null }: PwaProps) {
  const { online, cachedAt } = useConnection()
  const hasNewBuild = useWorker()
  usePageCache()
  useSignOutCleanup(member?.publicId ?? null)
  useNativeIdentity(member?.publicId ?? visitorId)
  const install = useInstallOffer()
  const shows: AppBarContent | null = cachedAt
    ? { kind: 'old', cachedAt, online }
    : hasNewBuild
      ? { kind: 'newBuild' }
      : install && { kind: 'install', install }
  if (shows === null) return null
  return <AppBar shows={shows} />
}

/** A worker of another build took over: load the next page as a document. */
function useWorker(): boolean {
  const [hasNewBuild, setHasNewBuild] = useState(false)
  useEffect(() => startWorker(() => setHasNewBuild(true)), [])
  useEffect(() => {
    if (!hasNewBuild) return
    addEventListener('click', followAsDocument, true)
    return () => removeEventListener('click', followAsDocument, true)
  }, [hasNewBuild])
  return hasNewBuild
}

/** Let the browser follow a link as a document, not the router (`lib/navigation/link-navigation.ts`). */
function followAsDocument(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link && link.origin === location.origin && link.pathname !== location.pathname) event.stopPropagation()
}

function usePageCache(): void {
  const { pathname, search } = useLocation()
  const first = useRef(true)
  useEffect(() => {
    const isFirst = first.current
    first.current = false
    // The document's own page is cached by the worker.
    if (isFirst && isOfDocument(pathname + search)) return
    return cacheOnceRead(pathname + search)
  }, [pathname, search])
}

/** This is loaded late: the user may have navigated since. */
function isOfDocument(path: string): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  if (!loaded) return true
  const { pathname, search } = new URL(loaded.name)
  return pathname + search === path
}

function useSignOutCleanup(publicId: string | null): void {
  const app = useApp()
  const known = useRef(publicId)
  useEffect(() => {
    const before = known.current
    known.current = publicId
    // Sign-in is an API call, which the worker sees.
    if (before !== null && before !== publicId) postToWorker({ kind: 'memberChanged' })
    if (app.hasSession()) return
    postToWorker({ kind: 'signedOut' })
    deleteMemberDrafts()
    // A cached page outlived its session cookie here, in a browser without a cookie API in workers.
    if (publicId !== null && connection.snapshot().cachedAt) location.replace(location.href)
  }, [publicId, app])
}
