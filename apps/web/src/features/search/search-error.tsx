import { useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './search-message.module.css'

interface SearchErrorProps {
  readonly onRetry: () => void
  readonly busy: boolean
}

/** The search did not come back (shell §8). What was asked for is still in the form. */
export function SearchError({ onRetry, busy }: SearchErrorProps) {
  const copy = useCopy()
  return (
    <Card as="section" padding="none" className={styles.message} role="alert">
      <h2>{copy('search.error.title')}</h2>
      <p className={styles.text}>{copy('search.error.text')}</p>
      <div className={styles.actions}>
        <Button onClick={onRetry} busy={busy}>
          {copy('search.error.action')}
        </Button>
      </div>
    </Card>
  )
}
