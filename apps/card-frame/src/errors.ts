import { AppError, type ErrorBody, type ErrorCode } from '@dineward/core/shared/errors.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

const statusOf: Partial<Record<ErrorCode, number>> = {
  forbidden: 403,
  not_found: 404,
  body_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
}

const codes = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
} satisfies Record<string, ErrorCode>

/** Messages are fixed: those of parsers quote their input. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { code, message } = error instanceof AppError ? error : new AppError(codeOf(error as FastifyError))
  const body: ErrorBody = { code, message, requestId: request.id }
  reply
    .status(statusOf[code] ?? 400)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(JSON.stringify(body))
}

function codeOf({ code, statusCode }: FastifyError): ErrorCode {
  const known = code && lookUp(codes, code)
  return known || (statusCode && statusCode < 500 ? 'invalid_json' : 'internal')
}
