import type { Member } from '@dineward/core/members/members.contract.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { deferred } from '../../lib/deferred/deferred.tsx'
import { useCopy } from '../../partner/partner-context.tsx'
import { Announcement } from './header/announcement.tsx'
import { BackBar } from './header/back-bar.tsx'
import { Header } from './header/header.tsx'
import styles from './layout.module.css'

const Footer = deferred(
  () => import('./footer.tsx'),
  module => module.Footer,
)

interface LayoutProps {
  readonly member: Member | null
  /** A message replaces the page, so there is no back bar. */
  readonly replaced?: boolean
  readonly children: ReactNode
}

/** It frames every page (shell §2.3), and contains the only `main`; each page has one h1. */
export function Layout({ member, replaced = false, children }: LayoutProps) {
  const copy = useCopy()
  const main = useFocusOnNewPage()
  useEffect(ignoreAbortedTransitions, [])
  return (
    <div id="page" className={styles.page}>
      <a className={styles.skip} href="#main">
        {copy('layout.skipToContent')}
      </a>
      <Header member={member} />
      <Announcement />
      {replaced ? null : <BackBar />}
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Footer memberType={member?.memberType ?? null} />
    </div>
  )
}

/** After a navigation, move the focus to the top of the new page. */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

/** Resizing a page aborts its view transition, and the router leaves that rejection unhandled: ignore it. */
function ignoreAbortedTransitions(): () => void {
  function ignore(event: PromiseRejectionEvent) {
    const { reason } = event
    if (reason instanceof DOMException && reason.name === 'InvalidStateError') event.preventDefault()
  }
  addEventListener('unhandledrejection', ignore)
  return () => removeEventListener('unhandledrejection', ignore)
}
