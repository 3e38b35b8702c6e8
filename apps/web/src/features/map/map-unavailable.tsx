import { useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './lazy-map.module.css'

export type UnavailableWords = 'map.unavailable' | 'map.placeUnavailable'

interface MapUnavailableProps {
  readonly words: UnavailableWords
  readonly onRetry?: () => void
}

export function MapUnavailable({ words, onRetry }: MapUnavailableProps) {
  const copy = useCopy()
  return (
    <div className={styles.unavailable} role="status">
      <p>{copy(words)}</p>
      {onRetry ? (
        <Button variant="quiet" size="small" onClick={onRetry}>
          {copy('map.retry')}
        </Button>
      ) : null}
    </div>
  )
}
