import { createHash } from 'node:crypto'
import type { Clock } from '@dineward/core/shared/clock.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tokenFamily } from '../features/identity/sessions/tokens.service.ts'
import { cookieName } from '../http/sessions/cookies.ts'
import { expiryCookie, sessionCookie } from '../http/sessions/session.ts'

/**
 * The header is `x-session: {fingerprint} {seconds left} {remembered or brief}`, or `none`: the worker shows offline
 * copies to the same session only, and keeps none of a brief one, whose browser others may use. With its end go the
 * browser's own copies.
 */
export function addSessionHeader(app: FastifyInstance, clock: Clock): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const lines = reply.getHeader('set-cookie')
    if (lines !== undefined) addHeader(request, reply, cookiesIn([lines].flat()))
    done(null, payload)
  })

  function addHeader(
    request: FastifyRequest,
    reply: FastifyReply,
    cookies: ReadonlyMap<string, string>,
  ): void {
    const expires = cookies.get(cookieName(request, expiryCookie))
    if (expires === undefined) return
    const token = cookies.get(cookieName(request, sessionCookie)) ?? request.sessionToken
    const seconds = Math.floor((Date.parse(expires) - clock.now().getTime()) / 1_000)
    if (!token || !(seconds > 0)) {
      reply.header('x-session', 'none').header('clear-site-data', '"cache"')
      return
    }
    // Others never have longer.
    const kind = seconds > request.partner.settings.session.minutes * 60 ? 'remembered' : 'brief'
    reply.header('x-session', `${sessionFingerprint(token)} ${seconds} ${kind}`)
  }
}

const sessionFingerprint = (token: string): string =>
  createHash('sha256')
    .update(`whose ${tokenFamily(token)}`)
    .digest('base64url')
    .slice(0, 16)

/** The last of a name wins; a cleared cookie is empty. */
function cookiesIn(lines: readonly unknown[]): ReadonlyMap<string, string> {
  return new Map(
    lines.map(line => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(line)) ?? []
      return [name, decodeURIComponent(value)]
    }),
  )
}
