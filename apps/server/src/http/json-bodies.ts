import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Bodies are JSON; others are not read. A call without a body may still say that it speaks JSON (shell §7: every call
 * sends JSON headers), as deletions do.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, body, done)
  })
}

/** Whether a body of this request would be read. */
export function sendsJson(request: FastifyRequest): boolean {
  return /^application\/json(?:\s*;|$)/i.test(request.headers['content-type'] ?? 'application/json')
}
