import { hasOwnReviewForm } from '@dineward/core/partner/partner-questions.ts'
import { canReview, type ReviewableDine } from '@dineward/core/reviews/reviews.rules.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'

interface DineReviewProps {
  readonly dine: ReviewableDine & { readonly transactionId: string; readonly merchantName: string }
  readonly familyId: string | null
  readonly isReviewed: boolean
  /** It is `YYYY-MM-DD`. */
  readonly today: string
}

/** A link to the review of a dine, here or at the partner's form in a new tab (account §2). */
export function DineReview({ dine, familyId, isReviewed, today }: DineReviewProps) {
  const copy = useCopy()
  const partner = usePartner()
  const { reviews } = partner.settings
  if (isReviewed) return <p>{copy('activity.reviewed')}</p>
  if (!canReview(dine, { familyId }, today, reviews)) return null
  const transaction = encodeURIComponent(dine.transactionId)
  const words = (
    <>
      {copy('activity.review')} <span className="visually-hidden">{dine.merchantName}</span>
    </>
  )
  if (hasOwnReviewForm(partner))
    return (
      <p>
        <AppLink to={`/account/review?transaction=${transaction}`}>{words}</AppLink>
      </p>
    )
  return (
    <p>
      <a
        href={(reviews.externalUrl ?? '').replace('{transactionId}', transaction)}
        target="_blank"
        rel="noreferrer"
      >
        {words}
      </a>
    </p>
  )
}
