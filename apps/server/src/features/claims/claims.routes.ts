import type { IncomingMessage } from 'node:http'
import { getClaims, postClaim } from '@dineward/core/claims/claims.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyError, FastifyInstance } from 'fastify'
import { errorHandler } from '../../http/errors.ts'
import { limits } from '../../http/limits/rate-limits.ts'
import { type Services, serve } from '../../http/serve.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { limitRefusedUploads } from '../uploads/refused-uploads.service.ts'
import { listClaims, reportClaim } from './claims.service.ts'
import { parseUploads } from './receipt-upload.service.ts'
import { receiptTooLarge } from './receipts.service.ts'

export interface ClaimsServices extends Services {
  readonly partners: PartnerRegistry
}

const sentAsForm = 'The request is too large. Send a receipt as a file, in multipart/form-data.'

/** A client that is still sending gets a moment to read the answer: closing at once would lose it. */
const lingerMs = 500

function cutOff(upload: IncomingMessage): void {
  setTimeout(() => {
    if (!upload.complete) upload.destroy()
  }, lingerMs).unref()
}

/** The routes have a scope of their own: only here are forms with a file taken. JSON is as small as everywhere. */
export function claimsRoutes(scope: FastifyInstance, services: ClaimsServices): void {
  const { partners } = services
  const limitRefused = limitRefusedUploads(services.db)
  parseUploads(scope)
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const isTooLarge = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
    if (!isTooLarge) return errorHandler(error, request, reply)
    reply.raw.once('finish', () => cutOff(request.raw))
    const isForm = request.headers['content-type']?.startsWith('multipart/')
    return errorHandler(
      isForm ? receiptTooLarge() : new AppError('body_too_large', { message: sentAsForm }),
      request,
      reply,
    )
  })
  serve(
    scope,
    services,
    postClaim,
    (ctx, { body }) => reportClaim({ ...ctx, partners, limitRefused }, body),
    {
      config: { rateLimit: limits.claims },
    },
  )
  serve(scope, services, getClaims, ctx => listClaims(ctx))
}
