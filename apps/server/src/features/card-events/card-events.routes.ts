import { type CardNetwork, cardNetworks } from '@dineward/core/rewards/reports/networks.rules.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { describeHook } from '../../http/openapi/openapi.ts'
import type { Services } from '../../http/serve.ts'
import { networks } from './networks/networks.rules.ts'
import { receiveEvent } from './receive-event.service.ts'

export interface CardEventServices extends Pick<Services, 'db' | 'clock'> {
  /** Of each network those that it may sign with; where there is none, its events are refused. */
  readonly webhookSecrets: Readonly<Partial<Record<CardNetwork, readonly string[]>>>
  readonly publicUrl: string
  /** A demo's networks sign with today's time. Null in production. */
  readonly senderClock: Clock | null
  readonly wakeInbox: () => void
}

/** Each card network has one hook. */
export function cardEventRoutes(app: FastifyInstance, services: CardEventServices): void {
  // The signature covers the raw bytes, so nothing may parse them first.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  for (const name of cardNetworks) serveHook(app, services, name)
}

function serveHook(app: FastifyInstance, services: CardEventServices, name: CardNetwork): void {
  const { hook, isSigned } = networks[name]
  app.post<{ Params: { event?: string } }>(
    hook.path,
    {
      schema: describeHook('POST', hook.path, hook.summary),
      bodyLimit: 256 * 1024,
      config: { ops: true },
    },
    async (request, reply) => {
      const { event = 'transaction' } = request.params
      if (hook.events && !hook.events.includes(event)) throw new AppError('event_unknown')
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const clocks = [services.clock, ...(services.senderClock ? [services.senderClock] : [])]
      const call = {
        urls: addressesOf(request, services.publicUrl),
        headers: request.headers,
        body,
        now: clocks.map(clock => clock.now()),
      }
      if (!isSigned(services.webhookSecrets[name] ?? [], call)) throw new AppError('signature_invalid')
      const refusal = await receiveEvent(services, name, { event, body })
      if (refusal) throw refusal
      services.wakeInbox()
      return reply.header('cache-control', 'no-store').send({ received: true })
    },
  )
}

/** A network signs the address that it was configured with: the public one, or the one it called. */
function addressesOf(request: FastifyRequest, publicUrl: string): string[] {
  return [`${publicUrl}${request.url}`, `${request.protocol}://${request.headers.host ?? ''}${request.url}`]
}
