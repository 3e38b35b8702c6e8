import { useCopy } from '../../partner/partner-context.tsx'
import styles from './review-spread.module.css'
import { ShareBar } from './share-bar.tsx'

/** Two or three reviews are read below; bars of them would contradict the rating, which hundreds have given. */
const fewestForSpread = 5

interface ReviewSpreadProps {
  readonly rating: number
  readonly ratings: number
  /** How many of the reviews gave 1, 2, 3, 4 and 5. */
  readonly spread: readonly number[]
  readonly total: number
}

/** The rating as the one number, and what it is made of. */
export function ReviewSpread({ rating, ratings, spread, total }: ReviewSpreadProps) {
  const copy = useCopy()
  return (
    <div className={styles.summary}>
      <p>
        <b className={styles.number}>{rating.toFixed(1)}</b>
        <span className={styles.soft}>
          {copy('merchant.reviews.ratings', { count: ratings.toLocaleString('en-US') })}
        </span>
      </p>
      {total >= fewestForSpread ? (
        <div>
          <ol className={styles.spread} reversed>
            {[5, 4, 3, 2, 1].map(stars => {
              const count = spread[stars - 1] ?? 0
              return (
                <li key={stars} className={styles.row}>
                  <span aria-hidden="true">{stars}</span>
                  <ShareBar share={count / total} />
                  <span className="visually-hidden">
                    {copy('merchant.reviews.stars', { stars: String(stars), count: String(count) })}
                  </span>
                </li>
              )
            })}
          </ol>
          <p className={styles.soft}>{copy('merchant.reviews.written', { count: String(total) })}</p>
        </div>
      ) : null}
    </div>
  )
}
