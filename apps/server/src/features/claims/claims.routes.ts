import type { IncomingMessage } from 'node:http'
import { getClaims, postClaim } from '@dineward/core/claims/claims.contract.ts'
import type { FastifyError, FastifyInstance } from 'fastify'
import { errorHandler } from '../../http/errors.ts'
import { limits } from '../../http/rate-limits.ts'
import { type Services, serve } from '../../http/serve.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { listClaims, reportClaim } from './claims.service.ts'
import { parseUploads, uploadBytes } from './receipt-upload.service.ts'
import { receiptTooLarge } from './receipts.service.ts'

export interface ClaimsServices extends Services {
  readonly partners: PartnerRegistry
}

/** A client that is still sending gets a moment to read the answer: closing at once would lose it. */
const lingerMs = 500

function cutOff(upload: IncomingMessage): void {
  setTimeout(() => {
    if (!upload.complete) upload.destroy()
  }, lingerMs).unref()
}

/** In a scope of its own: only here are bodies large. */
export function claimsRoutes(scope: FastifyInstance, services: ClaimsServices): void {
  const { partners } = services
  parseUploads(scope)
  scope.addHook('onRoute', route => {
    // In JSON a receipt is a third larger.
    if (route.method === 'POST') route.bodyLimit = Math.ceil((uploadBytes * 4) / 3)
  })
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const isTooLarge = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
    if (isTooLarge) reply.raw.once('finish', () => cutOff(request.raw))
    return errorHandler(isTooLarge ? receiptTooLarge() : error, request, reply)
  })
  serve(scope, services, postClaim, (ctx, { body }) => reportClaim({ ...ctx, partners }, body), {
    config: { rateLimit: limits.claims },
  })
  serve(scope, services, getClaims, ctx => listClaims(ctx))
}
