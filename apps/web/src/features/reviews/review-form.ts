import type { postReview, postReviewReport } from '@dineward/core/reviews/reviews.contract.ts'
import { maxReviewLength, minReviewLength } from '@dineward/core/reviews/reviews.rules.ts'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../lib/api/api-client.ts'
import { errorText } from '../../partner/error-text.ts'
import { copyWriter } from '../../partner/partner-context.tsx'
import { type FieldProblems, textOf } from '../../ui/form/form-data.ts'
import { type FormResult, rejectForm } from '../../ui/form/form-result.ts'

export const maxReasonLength = 1_000

export function reviewProblems(app: AppContext, form: FormData): FieldProblems {
  const copy = copyWriter(app)
  const length = textOf(form, 'text').trim().length
  return {
    ...(/^[1-5]$/.test(textOf(form, 'rating')) ? {} : { rating: copy('review.rating.required') }),
    ...(length < minReviewLength || length > maxReviewLength ? { text: copy('review.text.required') } : {}),
  }
}

/** @returns the restaurant's id, or the form with its errors. */
export async function sendReview(
  app: AppContext,
  form: FormData,
  transactionId: string,
): Promise<{ merchantId: string } | FormResult> {
  const problems = reviewProblems(app, form)
  if (Object.keys(problems).length > 0) return rejectForm(form, { fieldErrors: problems })
  try {
    const body = { transactionId, rating: Number(textOf(form, 'rating')), text: textOf(form, 'text') }
    const { review } = await app.api.call<typeof postReview>('POST', '/api/Member/Reviews', { body })
    return { merchantId: review.merchantId }
  } catch (error) {
    return rejected(app, form, error)
  }
}

export function reportProblems(app: AppContext, form: FormData): FieldProblems {
  const copy = copyWriter(app)
  const length = textOf(form, 'reason').trim().length
  return {
    ...(/^\S+@\S+\.\S+$/.test(textOf(form, 'email').trim()) ? {} : { email: copy('validation.email') }),
    ...(length < 10 || length > maxReasonLength ? { reason: copy('reportReview.reason.required') } : {}),
  }
}

export async function sendReport(
  app: AppContext,
  form: FormData,
  reviewId: string,
): Promise<{ received: true } | FormResult> {
  const problems = reportProblems(app, form)
  if (Object.keys(problems).length > 0) return rejectForm(form, { fieldErrors: problems })
  try {
    return await app.api.call<typeof postReviewReport>('POST', '/api/Reviews/:reviewId/Reports', {
      params: { reviewId },
      body: { email: textOf(form, 'email'), reason: textOf(form, 'reason') },
    })
  } catch (error) {
    return rejected(app, form, error)
  }
}

function rejected(app: AppContext, form: FormData, error: unknown): FormResult {
  const fields = error instanceof ApiError ? error.fieldErrors : []
  const known = fields.filter(({ field }) => form.has(field))
  if (known.length === 0) return rejectForm(form, { formErrors: [errorText(app, error)] })
  return rejectForm(form, {
    fieldErrors: Object.fromEntries(known.map(({ field, message }) => [field, message])),
  })
}
