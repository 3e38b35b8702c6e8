import type { Merchant, Review } from '@dineward/core/merchants/merchants.contract.ts'
import { formatDate, formatNumber } from '@dineward/core/shared/format.ts'
import { useQueries } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { opensElsewhere } from '../../ui/opens-elsewhere.ts'
import { Rating } from '../../ui/rating.tsx'
import { ShareBar } from '../../ui/share-bar.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './merchant-reviews.module.css'
import { merchantReviewsQuery, reviewPagesOf, reviewsPageOf } from './reviews.queries.ts'

export function MerchantReviews({ merchant }: { readonly merchant: Merchant }) {
  const copy = useCopy()
  const { overallRating, numberOfRatings } = merchant.details.rating
  const { total } = reviewPagesOf(merchant)
  const first = reviewsPageOf(merchant, useLocation().search)
  // Nobody can be the first any more.
  if (merchant.leftOn && total === 0 && numberOfRatings === 0) return null
  return (
    <section className={styles.reviews} id="reviews">
      <h2>{copy('merchant.reviews')}</h2>
      {numberOfRatings > 0 ? (
        <ReviewSpread
          rating={overallRating}
          ratings={numberOfRatings}
          spread={merchant.reviewSpread}
          total={total}
        />
      ) : null}
      {total === 0 ? (
        <p className={styles.soft}>{copy('merchant.reviews.empty')}</p>
      ) : (
        <ReviewPages key={first} merchant={merchant} first={first} />
      )}
    </section>
  )
}

/** Without script, each page has its own address. */
function ReviewPages({ merchant, first }: { readonly merchant: Merchant; readonly first: number }) {
  const app = useApp()
  const copy = useCopy()
  const { pathname } = useLocation()
  const { total, pages } = reviewPagesOf(merchant)
  const [more, setMore] = useState(0)
  const last = Math.min(first + more, pages)
  const { loaded, isLoading, failed } = useQueries({
    queries: range(Math.max(2, first), last).map(pageNo => merchantReviewsQuery(app, merchant.id, pageNo)),
    combine: results => ({
      loaded: [...(first === 1 ? [merchant.reviews] : []), ...results.map(({ data }) => data ?? [])],
      isLoading: results.some(({ isFetching }) => isFetching),
      failed: results.find(({ isError }) => isError),
    }),
  })
  const list = useFocusOnNew(loaded.length > 1 ? (loaded.at(-1)?.[0]?.id ?? null) : null)

  function showMore(event: MouseEvent) {
    // Opened in a new tab, it is a separate page.
    if (opensElsewhere(event)) return
    event.preventDefault()
    if (failed) void failed.refetch()
    else if (!isLoading) setMore(more + 1)
  }

  return (
    <>
      {first > 1 ? (
        <AppLink
          className={styles.more}
          to={`${pathname}${first > 2 ? `?reviews=${first - 1}` : ''}#reviews`}
        >
          {copy('merchant.reviews.newer')}
        </AppLink>
      ) : null}
      <ul className={styles.list} ref={list}>
        {loaded.flat().map(review => (
          <WrittenReview key={review.id} review={review} />
        ))}
      </ul>
      <div className={failed ? undefined : 'visually-hidden'} role="status">
        {failed ? (
          <Notice kind="warn">
            <p>{copy('merchant.reviews.failed')}</p>
          </Notice>
        ) : null}
        {more > 0 && !failed && !isLoading
          ? copy('merchant.reviews.shown', { count: String(loaded.flat().length), total: String(total) })
          : null}
      </div>
      {last < pages || isLoading || failed ? (
        <ButtonLink
          className={styles.more}
          variant="quiet"
          to={`${pathname}?reviews=${Math.min(last + 1, pages)}#reviews`}
          aria-busy={isLoading}
          onClick={showMore}
        >
          {isLoading ? <Spinner /> : null}
          {copy('merchant.reviews.more')}
        </ButtonLink>
      ) : null}
    </>
  )
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

/** The pressed link may be gone: focus the first new review. */
function useFocusOnNew(firstNewId: string | null) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (firstNewId !== null)
      list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(firstNewId)}"]`)?.focus()
  }, [firstNewId])
  return list
}

function WrittenReview({ review }: { readonly review: Review }) {
  const copy = useCopy()
  return (
    <li className={styles.review} data-id={review.id} tabIndex={-1}>
      <p className={styles.by}>
        <Avatar name={review.authorName} />
        <b>{review.authorName}</b> <Rating rating={review.rating} />
        <span className={styles.soft}>{formatDate(review.dinedOn, 'long')}</span>
      </p>
      <blockquote>{review.body}</blockquote>
      <p className={`${styles.by} screen-only`}>
        <AppLink className={styles.report} to={`/reviews/report?review=${encodeURIComponent(review.id)}`}>
          {copy('merchant.reviews.report')}{' '}
          <span className="visually-hidden">
            {copy('merchant.reviews.report.of', { author: review.authorName })}
          </span>
        </AppLink>
      </p>
    </li>
  )
}

/** A distribution of fewer reviews would contradict the rating, which counts far more votes. */
const minReviewsForSpread = 5

interface ReviewSpreadProps {
  readonly rating: number
  readonly ratings: number
  readonly spread: readonly number[]
  readonly total: number
}

export function ReviewSpread({ rating, ratings, spread, total }: ReviewSpreadProps) {
  const copy = useCopy()
  return (
    <div className={styles.summary}>
      <p>
        <b className={styles.number}>{rating.toFixed(1)}</b>
        <span className={styles.reviewSpreadSoft}>
          {copy('merchant.reviews.ratings', { count: formatNumber(ratings) })}
        </span>
      </p>
      {total >= minReviewsForSpread ? (
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
          <p className={styles.reviewSpreadSoft}>
            {copy('merchant.reviews.written', { count: String(total) })}
          </p>
        </div>
      ) : null}
    </div>
  )
}
