import type { Ref } from 'react'
import { useCopy } from '../../partner/partner-context.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './folded-search.module.css'

interface FoldedSearchProps {
  readonly summary: string
  readonly ref: Ref<HTMLDetailsElement>
}

/** On small screens one line in place of the fields, which follow it. Works before hydration. */
export function FoldedSearch({ summary, ref }: FoldedSearchProps) {
  const copy = useCopy()
  return (
    <details ref={ref} className={styles.folded}>
      <summary className={styles.line}>
        <Icon name="search" className={styles.icon} />
        <span className={styles.summary}>{summary}</span>
        <span className={styles.change}>{copy('search.changeSearch')}</span>
        <Icon name="chevron-down" className={styles.chevron} />
      </summary>
    </details>
  )
}
