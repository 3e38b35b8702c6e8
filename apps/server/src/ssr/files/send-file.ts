import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, matchesEtag } from '../cache/cached-page.ts'

interface SmallFile {
  readonly type: string
  /** It is in seconds. */
  readonly maxAge: number
  readonly content: string | Buffer
}

/** A file that is made on request: who has it already is told so. */
export function sendFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, maxAge, content }: SmallFile,
): FastifyReply {
  const etag = etagOf(content)
  reply
    .header('cache-control', `public, max-age=${maxAge}`)
    .header('vary', 'accept-encoding')
    // The tag is weak: it is the same for each encoding.
    .header('etag', `W/${etag}`)
  if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type(type).send(content)
}
