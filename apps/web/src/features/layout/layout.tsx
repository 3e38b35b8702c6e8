import type { Member } from '@dineward/core/members/members.contract.ts'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useCopy } from '../../partner/partner-context.tsx'
import { ignoreAbortedTransitions } from './aborted-transitions.ts'
import { Announcement } from './announcement.tsx'
import { BackBar } from './back-bar.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import styles from './layout.module.css'

interface LayoutProps {
  readonly member: Member | null
  /** Something stands in place of the page: there is nowhere to go back to from it. */
  readonly replaced?: boolean
  readonly children: ReactNode
}

/** What stands around every page (shell §2.3). It owns the one `main`; pages bring its content, and one h1. */
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
      {/* Comes alive after the page, in a turn of its own. */}
      <Suspense fallback={null}>
        <Footer member={member} />
      </Suspense>
    </div>
  )
}

/** A page that came without loading a document is started from its top by keyboard and screen reader, too. */
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
