import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Only JSON is parsed. A call without a body may declare JSON (shell §7), as deletions do. */
export function readJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, body, done)
  })
}

export function sendsJson(request: FastifyRequest): boolean {
  return /^application\/json(?:\s*;|$)/i.test(request.headers['content-type'] ?? 'application/json')
}
