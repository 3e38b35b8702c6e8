import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance } from 'fastify'
import { describeHook } from '../../http/openapi.ts'
import type { Services } from '../../http/serve.ts'
import { isSignedByKard } from './kard-signature.rules.ts'
import { receiveKardEvent } from './receive-event.service.ts'

export interface KardServices extends Pick<Services, 'db' | 'clock'> {
  /** Empty where no such network reports: every event is refused then. */
  readonly kardWebhookSecrets: readonly string[]
  readonly wakeInbox: () => void
}

export function kardRoutes(app: FastifyInstance, services: KardServices): void {
  const secrets = services.kardWebhookSecrets
  // The signature covers the raw bytes, so nothing may parse them first.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.post(
    '/hooks/kard',
    {
      schema: describeHook(
        'POST',
        '/hooks/kard',
        'Signed transaction events of a card network with the vocabulary of Kard.',
      ),
      bodyLimit: 256 * 1024,
      config: { ops: true },
    },
    async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (!isSignedByKard(secrets, request.headers['notify-signature'], body))
        throw new AppError('signature_invalid')

      const refusal = await receiveKardEvent(services, body)
      if (refusal) throw refusal
      services.wakeInbox()
      return reply.header('cache-control', 'no-store').send({ received: true })
    },
  )
}
