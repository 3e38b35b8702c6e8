import type { MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useCopy } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './back-bar.module.css'

/** Detail pages and the list to return to without history. */
const listOf: readonly [part: string, list: string][] = [
  ['/merchants/', '/search'],
  ['/account/', '/account/overview'],
]

/** Go back in history, or to the list if the visit began here (shell §2.3). */
export function BackBar() {
  const copy = useCopy()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const list = listOf.find(([part]) => pathname.includes(part))?.[1]
  if (list === undefined) return null

  function goBack(event: MouseEvent) {
    const { idx } = (history.state ?? {}) as { idx?: number }
    if (!idx) return
    event.preventDefault()
    void navigate(-1)
  }
  return (
    <nav className={`width-content ${styles.bar}`} aria-label={copy('layout.back')}>
      <AppLink className={styles.back} to={list} onClick={goBack}>
        <Icon name="chevron-left" />
        {copy('layout.back')}
      </AppLink>
    </nav>
  )
}
