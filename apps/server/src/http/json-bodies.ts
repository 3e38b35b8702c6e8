import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance } from 'fastify'
import { bodyHasCardNumber } from './card-number-guard.ts'

/** Only JSON is parsed. A call without a body may declare JSON (shell §7), as deletions do. */
export function readJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    if (bodyHasCardNumber(body, 'json')) return done(new AppError('card_number_refused'))
    parseJson(request, body, done)
  })
}
