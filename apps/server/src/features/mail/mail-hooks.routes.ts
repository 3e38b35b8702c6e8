import type { FastifyInstance } from 'fastify'
import { contextOf, type Services } from '../../http/serve.ts'
import { changeMailSubscription } from './mail-subscription.service.ts'
import { unsubscribeHook, unsubscribePath } from './unsubscribe-address.rules.ts'

type WithToken = { Querystring: { token?: unknown } }

/** What mail programs and mail servers call: without cookies, and without an anti-forgery token. */
export function mailHookRoutes(app: FastifyInstance, services: Services): void {
  // Whatever is posted, nothing but the address is read; others need the raw bytes.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.post<WithToken>(
    unsubscribeHook,
    { schema: { summary: 'One-click unsubscribe (RFC 8058).' } },
    async (request, reply) => {
      const token = tokenOf(request.query)
      await changeMailSubscription(contextOf(services, request), { token, subscribed: false })
      return reply.header('cache-control', 'no-store').send({ subscribed: false })
    },
  )

  // For mail programs that open the address instead. The page asks, since programs that check mail open links too.
  app.get<WithToken>(unsubscribeHook, { schema: { hide: true } as object }, (request, reply) =>
    reply.redirect(unsubscribePath(tokenOf(request.query)), 303),
  )
}

const tokenOf = ({ token }: { token?: unknown }): string => (typeof token === 'string' ? token : '')
