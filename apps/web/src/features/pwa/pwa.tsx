import type { Member } from '@dineward/core/members/members.contract.ts'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useApp } from '../../partner/partner-context.tsx'
import { Quietly } from '../../ui/quietly.tsx'
import type { AppBarContent } from './app-bar.tsx'
import { connection } from './connection.ts'
import { keepOnceRead, startWorker, tellWorker } from './service-worker.ts'
import { useConnection } from './use-connection.ts'
import { useInstallOffer } from './use-install-offer.ts'
import { useNativeIdentity } from './use-native-identity.ts'

const AppBar = lazy(async () => ({ default: (await import('./app-bar.tsx')).AppBar }))

interface PwaProps {
  readonly member: Member | null
  /** Of somebody who came with an id and is no member here; null when nobody did. */
  readonly visitorId?: string | null
}

/** What makes the site an app: works offline, installs, and knows the native app it may be shown in. */
export function Pwa({ member, visitorId = null }: PwaProps) {
  const { online, keptAt } = useConnection()
  const hasNewBuild = useWorker()
  useKeptPages()
  useForgottenMember(member?.publicId ?? null)
  useNativeIdentity(member?.publicId ?? visitorId)
  const install = useInstallOffer()
  const shows: AppBarContent | null = keptAt
    ? { kind: 'old', keptAt, online }
    : hasNewBuild
      ? { kind: 'newBuild' }
      : install && { kind: 'install', install }
  if (shows === null) return null
  return (
    <Quietly>
      <Suspense fallback={null}>
        <AppBar shows={shows} />
      </Suspense>
    </Quietly>
  )
}

/** Whether a worker of another build has taken over: the next page that is gone to is then loaded from it. */
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

/** Keep a click on a link from the router (`lib/link-navigation.ts`), so that the browser loads a document. */
function followAsDocument(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link && link.origin === location.origin && link.pathname !== location.pathname) event.stopPropagation()
}

function useKeptPages(): void {
  const { pathname, search } = useLocation()
  const first = useRef(true)
  useEffect(() => {
    const isFirst = first.current
    first.current = false
    // The document's own page passed the worker, or is kept when the worker takes over.
    if (isFirst && isOfDocument(pathname + search)) return
    return keepOnceRead(pathname + search)
  }, [pathname, search])
}

/** This part comes late: by then another page than the one that was loaded may have been gone to. */
function isOfDocument(path: string): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  if (!loaded) return true
  const { pathname, search } = new URL(loaded.name)
  return pathname + search === path
}

/** Whoever is not here any more leaves nothing behind on this device. */
function useForgottenMember(publicId: string | null): void {
  const app = useApp()
  const known = useRef(publicId)
  useEffect(() => {
    const before = known.current
    known.current = publicId
    // Somebody who comes signs in by a call, which the worker hears itself.
    if (before !== null && before !== publicId) tellWorker({ kind: 'memberChanged' })
    if (app.hasSession()) return
    tellWorker({ kind: 'signedOut' })
    // A kept page of a session whose cookie has gone, in a browser that lets no worker look.
    if (publicId !== null && connection.snapshot().keptAt) location.replace(location.href)
  }, [publicId, app])
}
