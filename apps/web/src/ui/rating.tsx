import { formatNumber } from '@dineward/core/shared/format.ts'
import { useCopy } from '../partner/partner-context.tsx'
import styles from './rating.module.css'

interface RatingProps {
  readonly rating: number
  /** It is the number of ratings, and omitted for a single review. */
  readonly count?: number
}

export const starPath = 'M12 2.6l2.9 6.1 6.7.9-4.9 4.6 1.2 6.6L12 17.6l-5.9 3.2 1.2-6.6L2.4 9.6l6.7-.9z'

export function Rating({ rating, count }: RatingProps) {
  const copy = useCopy()
  if (count === 0) return <span className={styles.none}>{copy('merchantCard.noRating')}</span>
  const shown = rating.toFixed(1)
  const said =
    count === undefined
      ? copy('merchantCard.ratingOne', { rating: shown })
      : copy('merchantCard.rating', { rating: shown, count: formatNumber(count) })
  return (
    <span className={styles.rating}>
      <svg className={styles.star} viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
        <path d={starPath} fill="currentColor" />
      </svg>
      <span aria-hidden="true">
        <b>{shown}</b>
        {count === undefined ? null : <span className={styles.count}>{` (${formatNumber(count)})`}</span>}
      </span>
      <span className="visually-hidden">{said}</span>
    </span>
  )
}
