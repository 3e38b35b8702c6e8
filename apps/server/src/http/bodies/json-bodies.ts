import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance } from 'fastify'
import { cardNumberInJson } from './card-number-guard.ts'

/** It is three times the commas of the longest valid body: validating a list of 16,000 values takes 30 ms. */
const maxCommas = 3_000

/** Only JSON is parsed. A call without a body may declare JSON (shell §7), as deletions do. */
export function readJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    if (body.split(',', maxCommas + 2).length > maxCommas + 1) return done(new AppError('body_too_large'))
    const refused = cardNumberInJson(body)
    if (refused) return done(refused)
    parseJson(request, body, done)
  })
}
