import { createHash } from 'node:crypto'
import type { Clock } from '@dineward/core/shared/clock.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cookieName } from '../http/cookies.ts'
import { expiryCookie, sessionCookie } from '../http/session.ts'

/**
 * Tells the service worker whose an answer is, since it can read no cookie: `x-session: {sign} {seconds}` on what was
 * answered to a session (a sign of it that leads nowhere, and how long it still lasts), `x-session: none` when a
 * session has ended, and nothing on what is the same for everyone. What the worker keeps for reading offline hangs on
 * this: it is shown to the same session only, and never after its end.
 */
export function tellWhoseAnswer(app: FastifyInstance, clock: Clock): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const lines = reply.getHeader('set-cookie')
    if (lines !== undefined) tell(request, reply, cookiesIn([lines].flat()))
    done(null, payload)
  })

  function tell(request: FastifyRequest, reply: FastifyReply, cookies: ReadonlyMap<string, string>): void {
    const expires = cookies.get(cookieName(request, expiryCookie))
    if (expires === undefined) return
    const token = cookies.get(cookieName(request, sessionCookie)) ?? request.sessionToken
    const seconds = Math.floor((Date.parse(expires) - clock.now().getTime()) / 1_000)
    reply.header('x-session', token && seconds > 0 ? `${signOf(token)} ${seconds}` : 'none')
  }
}

const signOf = (token: string): string =>
  createHash('sha256').update(`whose ${token}`).digest('base64url').slice(0, 16)

/** What the answer sets, by name; the last word counts. Clearing sets an empty value, which is no date. */
function cookiesIn(lines: readonly unknown[]): ReadonlyMap<string, string> {
  return new Map(
    lines.map(line => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(line)) ?? []
      return [name, decodeURIComponent(value)]
    }),
  )
}
