import { getReviewStatus, postReview, postReviewReport } from '@dineward/core/reviews/reviews.contract.ts'
import type { FastifyInstance } from 'fastify'
import { limits } from '../../http/limits/rate-limits.ts'
import { type Services, serve } from '../../http/serve.ts'
import { reportReview } from './review-reports.service.ts'
import { reviewStatus, writeReview } from './reviews.service.ts'

export function reviewsRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getReviewStatus, (ctx, { query }) => reviewStatus(ctx, query.txnId ?? []))
  serve(app, services, postReview, (ctx, { body }) => writeReview(ctx, body), {
    config: { rateLimit: limits.visitor },
  })
  serve(
    app,
    services,
    postReviewReport,
    (ctx, { params, body }) => reportReview(ctx, { ...params, ...body }),
    { config: { rateLimit: limits.reviewReports } },
  )
}
