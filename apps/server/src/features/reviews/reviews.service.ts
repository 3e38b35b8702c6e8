import { copyText } from '@dineward/core/partner/copy.ts'
import { hasOwnReviewForm } from '@dineward/core/partner/partner-questions.ts'
import type { postReview } from '@dineward/core/reviews/reviews.contract.ts'
import { authorNameOf, canReview, reviewTextProblem } from '@dineward/core/reviews/reviews.rules.ts'
import type { ContractInput } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import type { Context, MemberContext } from '../../context.ts'
import { newId } from '../../new-id.ts'
import { recordEvents } from '../events/record-events.service.ts'
import { publishReview } from '../merchants/reviews/merchant-reviews.service.ts'
import { hasRefusedWords } from './review-words.rules.ts'
import { type DineToReview, listDinesToReview } from './reviews.read.ts'
import { insertMemberReview, type Owner } from './reviews.repository.ts'

/** Of the member's own dines; others are left out. */
export async function reviewStatus(ctx: MemberContext, transactionIds: readonly string[]) {
  const ids = transactionIds.filter(id => !id.includes('\0'))
  const dines = ids.length > 0 ? await listDinesToReview(ctx.db, ownerOf(ctx), ids) : []
  return dines.map(({ transactionId, isReviewed }) => ({ id: transactionId, completed: isReviewed }))
}

/**
 * Store a review, show it on the restaurant's page, and count its rating, at once.
 * @throws `not_found`, `review_not_possible`, `review_already_written`, `validation_failed`.
 */
export async function writeReview(ctx: MemberContext, input: ContractInput<typeof postReview>['body']) {
  const { transactionId, rating, text } = input
  if (!hasOwnReviewForm(ctx.partner)) throw new AppError('not_found')
  const [dine] = transactionId.includes('\0')
    ? []
    : await listDinesToReview(ctx.db, ownerOf(ctx), [transactionId])
  if (!dine) throw new AppError('not_found')
  if (dine.isReviewed) throw new AppError('review_already_written')
  if (!isReviewable(ctx, dine)) throw new AppError('review_not_possible')
  assertReadable(ctx, text)

  const id = newId(12)
  const merchantId = dine.merchantId!
  const { dinedOn } = dine
  const authorName = authorNameOf(ctx.actor)
  await ctx.db.transaction().execute(async trx => {
    const review = { id, merchantId, rating, body: text, dinedOn }
    const written = { ...review, ...ownerOf(ctx), transactionId, writtenAt: ctx.clock.now(), hiddenAt: null }
    if (!(await insertMemberReview(trx, written))) throw new AppError('review_already_written')
    await publishReview({ ...ctx, db: trx }, { ...review, authorName })
    recordEvents({ ...ctx, db: trx }, [{ type: 'review.posted', id, memberId: ctx.actor.id }])
  })
  return { review: { id, transactionId, merchantId, rating, text, authorName, dinedOn } }
}

function isReviewable({ partner, actor, clock }: MemberContext, dine: DineToReview): boolean {
  const today = localDateAt(dine.timezone ?? 'UTC', clock.now())
  return canReview(dine, actor, today, partner.settings.reviews)
}

function assertReadable({ partner }: Pick<Context, 'partner'>, text: string): void {
  // PostgreSQL refuses text with a NUL.
  const problem = reviewTextProblem(text) ?? (hasRefusedWords(text) ? 'words' : null)
  if (problem === null && !text.includes('\0')) return
  const message = copyText(partner.copy, `reviews.problem.${problem ?? 'words'}`, {})
  throw new AppError('validation_failed', { fieldErrors: [{ field: 'text', message }] })
}

const ownerOf = ({ partner, actor }: MemberContext): Owner => ({
  partnerId: partner.slug,
  memberId: actor.id,
})
