import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { useFrameText } from '../site-links.ts'
import styles from './announcement.module.css'

export function Announcement() {
  const copy = useCopy()
  const fill = useFrameText()
  const { announcement } = useApp().frame
  if (announcement.length === 0) return null
  return (
    <aside className={styles.banner} aria-label={copy('layout.announcement')}>
      <p className={`width-content ${styles.text}`}>
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
    </aside>
  )
}
