import type { CardRegistration } from '@dineward/core/cards/cards.contract.ts'
import { useEffect, useRef } from 'react'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Notice } from '../../ui/notice.tsx'
import { failureText } from './link-failure.ts'
import styles from './link-results.module.css'

export function LinkResults({ registrations }: { registrations: readonly CardRegistration[] }) {
  const copy = useCopy()
  const app = useApp()
  const linked = registrations.filter(({ error }) => !error)
  const failed = registrations.filter(({ error }) => error)
  const results = useRef<HTMLDivElement>(null)
  // They may be scrolled out of view above the button.
  useEffect(() => {
    if (registrations.length > 0) results.current?.focus()
  }, [registrations])
  return (
    <div className={styles.results} ref={results} tabIndex={-1}>
      {linked.length > 0 ? (
        <Notice
          kind="done"
          role="status"
          {...(failed.length === 0 ? { title: copy('cards.add.allLinked') } : {})}
        >
          <ul className={styles.list}>
            {linked.map(({ memberCard }) => (
              <li key={memberCard.id}>{copy('cards.add.success', { 'last four': memberCard.lastFour })}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {failed.length > 0 ? (
        <Notice
          kind="danger"
          role="alert"
          title={copy(linked.length > 0 ? 'cards.add.someLinked' : 'cards.add.noneLinked')}
        >
          <ul className={styles.list}>
            {[...new Set(failed.map(each => failureText(copy, app.copy, each)))].map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
    </div>
  )
}
