import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { longDate } from '../../lib/format-date.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import styles from './merchant-reviews.module.css'
import { Rating } from './rating.tsx'

export function MerchantReviews({ merchant }: { readonly merchant: Merchant }) {
  const copy = useCopy()
  const { overallRating, numberOfRatings } = merchant.details.rating
  return (
    <section className={styles.reviews}>
      <div className={styles.head}>
        <h2>{copy('merchant.reviews')}</h2>
        {numberOfRatings > 0 ? <Rating rating={overallRating} count={numberOfRatings} /> : null}
      </div>
      {merchant.reviews.length === 0 ? (
        <p className={styles.soft}>{copy('merchant.reviews.empty')}</p>
      ) : (
        <ul className={styles.list}>
          {merchant.reviews.map(review => (
            <li key={review.id} className={styles.review}>
              <blockquote className={styles.quote}>{review.body}</blockquote>
              <p className={styles.by}>
                <Rating rating={review.rating} /> <b>{review.authorName}</b>
                <span className={styles.soft}>{longDate(review.dinedOn)}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
