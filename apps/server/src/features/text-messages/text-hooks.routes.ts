import { AppError } from '@dineward/core/shared/errors.ts'
import { defaultLocale } from '@dineward/core/shared/format.ts'
import type { FastifyInstance } from 'fastify'
import { describeHook } from '../../http/openapi/openapi.ts'
import type { Services } from '../../http/serve.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { receiveText } from './text-replies.service.ts'
import { isSignedByTwilio } from './twilio-signature.rules.ts'

export interface TextHookServices extends Services {
  readonly partners: PartnerRegistry
  readonly publicUrl: string
  /** It is empty where no provider calls. */
  readonly twilioAuthTokens: readonly string[]
  readonly wakeMails: () => void
}

const noReply = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>'

/** What Twilio calls for an incoming message. Answers go through the outbox, which retries them. */
export function textHookRoutes(app: FastifyInstance, services: TextHookServices): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

  app.post(
    '/hooks/texts/twilio',
    {
      schema: describeHook(
        'POST',
        '/hooks/texts/twilio',
        'Signed incoming text messages from Twilio: STOP, START and HELP.',
        { answerType: 'text/xml', bodyType: 'application/x-www-form-urlencoded' },
      ),
      bodyLimit: 64 * 1024,
      config: { ops: true },
    },
    async (request, reply) => {
      const { twilioAuthTokens, partners, publicUrl, db, clock, gateways } = services
      if (twilioAuthTokens.length === 0) throw new AppError('not_found')
      const params = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
      const called = `${request.protocol}://${request.headers.host ?? ''}${request.url}`
      const urls = [`${publicUrl}${request.url}`, called]
      const signature = request.headers['x-twilio-signature']
      if (!isSignedByTwilio(twilioAuthTokens, { urls, params, signature }))
        throw new AppError('signature_invalid')

      const [id, from] = [params.get('MessageSid') ?? '', params.get('From') ?? '']
      if (!/^\w{1,64}$/.test(id) || !/^\+\d{5,15}$/.test(from)) throw new AppError('validation_failed')
      const keyword = await receiveText(
        {
          partners,
          db,
          clock,
          gateways,
          log: request.log,
          actor: { kind: 'system', name: 'texts' },
          locale: defaultLocale,
        },
        {
          id,
          from,
          to: ['To', 'MessagingServiceSid'].flatMap(name => params.get(name) || []),
          message: params.get('Body') ?? '',
          isAnswered: params.has('OptOutType'),
        },
      )
      request.log.info({ keyword }, 'text received')
      if (keyword) services.wakeMails()
      return reply.type('text/xml').header('cache-control', 'no-store').send(noReply)
    },
  )
}
