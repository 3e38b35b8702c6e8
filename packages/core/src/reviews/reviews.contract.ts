import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { emailPattern } from '../shared/fields/email-address.ts'
import { repeatable } from '../shared/fields/repeatable.ts'
import { maxReviewLength, minReviewLength } from './reviews.rules.ts'

const transactionId = z.string().check(z.minLength(1), z.maxLength(200))

export const getReviewStatus = defineContract({
  method: 'GET',
  path: '/api/reviews/status',
  summary: "Which of the signed-in member's dines are reviewed. Unknown ones are left out.",
  access: 'member',
  query: z.strictObject({ txnId: repeatable(transactionId, 100) }),
  response: z.array(z.object({ id: z.string(), completed: z.boolean() })),
  errors: ['unauthorized', 'validation_failed'],
})

export const postReview = defineContract({
  method: 'POST',
  path: '/api/Member/Reviews',
  summary: 'Reviews a dine, once. The text is shown with the first name and an initial.',
  access: 'member',
  body: z.strictObject({
    transactionId,
    rating: z.int().check(z.minimum(1), z.maximum(5)),
    text: z.string().check(z.trim(), z.minLength(minReviewLength), z.maxLength(maxReviewLength)),
  }),
  response: z.object({
    review: z.object({
      id: z.string(),
      transactionId: z.string(),
      merchantId: z.string(),
      rating: z.number(),
      text: z.string(),
      authorName: z.string(),
      dinedOn: z.string(),
    }),
  }),
  errors: [
    'unauthorized',
    'validation_failed',
    'not_found',
    'review_already_written',
    'review_not_possible',
    'csrf_invalid',
    'rate_limited',
  ],
})

export const postReviewReport = defineContract({
  method: 'POST',
  path: '/api/Reviews/:reviewId/Reports',
  summary: 'Reports a review, as the owner of a restaurant. A person decides whether it stays.',
  access: 'public',
  params: z.object({ reviewId: z.string().check(z.maxLength(100)) }),
  body: z.strictObject({
    email: z
      .string()
      .check(
        z.trim(),
        z.email({ pattern: emailPattern, error: 'This is not a valid email address.' }),
        z.maxLength(100),
      ),
    reason: z.string().check(z.trim(), z.minLength(10), z.maxLength(1_000)),
  }),
  response: z.object({ received: z.literal(true) }),
  successStatus: 202,
  errors: ['validation_failed', 'review_not_found', 'csrf_invalid', 'cross_site_refused', 'rate_limited'],
})
