import {
  announcementCookie,
  announcementMark,
  showsAnnouncement,
} from '@dineward/core/pages/announcement.rules.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { writeCookie } from '../../../lib/browser/browser-cookies.ts'
import { useHydrated } from '../../../lib/deferred/use-hydrated.ts'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useFrameText } from '../site-links.ts'
import styles from './announcement.module.css'

/** One line, on pages where people arrive and choose. Once closed, these words do not come back. */
export function Announcement() {
  const copy = useCopy()
  const { frame, closedAnnouncement } = useApp()
  const { pathname } = useLocation()
  const isHydrated = useHydrated()
  const { announcement } = frame
  const mark = announcementMark(announcement)
  const [isClosed, setClosed] = useState(closedAnnouncement === mark)
  if (announcement.length === 0 || isClosed || !showsAnnouncement(pathname)) return null
  function close() {
    writeCookie(announcementCookie, mark, days(365) / 1_000)
    setClosed(true)
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <aside className={styles.banner} aria-label={copy('layout.announcement')}>
      <AnnouncementLine />
      <button
        type="button"
        className={styles.close}
        aria-label={copy('layout.announcement.close')}
        disabled={!isHydrated}
        onClick={close}
      >
        <Icon name="close" />
      </button>
    </aside>
  )
}

function AnnouncementLine() {
  const copy = useCopy()
  const fill = useFrameText()
  const { announcement } = useApp().frame
  return (
    <p className={styles.text}>
      {announcement.map(({ type, fields }, index) => {
        const key = `${index} ${fields.copy}`
        if (type === 'text') return <span key={key}>{fill(fields.copy)} </span>
        return fields.new_tab ? (
          <AppLink key={key} to={fields.url} target="_blank" rel="noopener">
            {fill(fields.copy)}
            <span className="visually-hidden"> ({copy('layout.opensInNewTab')})</span>
          </AppLink>
        ) : (
          <AppLink key={key} to={fields.url}>
            {fill(fields.copy)}
          </AppLink>
        )
      })}
    </p>
  )
}
