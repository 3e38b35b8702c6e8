import { isFidelEvent } from '@dineward/core/rewards/fidel.contract.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { describeHook } from '../../http/openapi.ts'
import type { Services } from '../../http/serve.ts'
import { isSignedByFidel } from './fidel-signature.rules.ts'
import { receiveFidelEvent } from './receive-event.service.ts'

export interface FidelServices extends Pick<Services, 'db' | 'clock'> {
  readonly fidelWebhookSecrets: readonly string[]
  readonly publicUrl: string
  /** A demo's network signs with today's time. Null in production. */
  readonly senderClock: Clock | null
  readonly wakeInbox: () => void
}

export function fidelRoutes(app: FastifyInstance, services: FidelServices): void {
  const secrets = services.fidelWebhookSecrets
  // The signature covers the raw bytes, so nothing may parse them first.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.post<{ Params: { event: string } }>(
    '/hooks/fidel/:event',
    {
      schema: describeHook('POST', '/hooks/fidel/:event', 'Signed transaction events of the card network.'),
      bodyLimit: 256 * 1024,
      config: { ops: true },
    },
    async (request, reply) => {
      const { event } = request.params
      if (!isFidelEvent(event)) throw new AppError('event_unknown')
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signed = isSignedByFidel(secrets, {
        urls: addressesOf(request, services.publicUrl),
        timestamp: request.headers['x-fidel-timestamp'],
        signature: request.headers['x-fidel-signature'],
        body,
        now: [services.clock, ...(services.senderClock ? [services.senderClock] : [])].map(clock =>
          clock.now(),
        ),
      })
      if (!signed) throw new AppError('signature_invalid')

      const refusal = await receiveFidelEvent(services, { event, body })
      if (refusal) throw refusal
      services.wakeInbox()
      return reply.header('cache-control', 'no-store').send({ received: true })
    },
  )
}

/** The network signs the address it was configured with: the public one, or the one it called. */
function addressesOf(request: FastifyRequest, publicUrl: string): string[] {
  return [`${publicUrl}${request.url}`, `${request.protocol}://${request.headers.host ?? ''}${request.url}`]
}
