import { readResendEvent } from '@dineward/core/mail/resend.contract.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { describeHook } from '../../http/openapi/openapi.ts'
import { contextOf, type Services } from '../../http/serve.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { receiveDeliveryReport } from './delivery-reports.service.ts'
import { changeMailSubscription } from './mail-subscription.service.ts'
import { isSignedBySvix } from './svix-signature.rules.ts'
import { unsubscribeHook, unsubscribePath } from './unsubscribe-address.rules.ts'

export interface MailHookServices extends Services {
  readonly partners: PartnerRegistry
  /** Several while keys change; none: no provider reports deliveries. */
  readonly resendSecrets: readonly string[]
  /** The provider signs with today's time, whatever a demo's clock says. */
  readonly senderClock: Clock | null
}

type WithToken = { Querystring: { token?: unknown } }

/** What mail programs and mail servers call: without cookies, and without an anti-forgery token. */
export function mailHookRoutes(app: FastifyInstance, services: MailHookServices): void {
  // Whatever is posted, nothing but the address is read; others need the raw bytes.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.post<WithToken>(
    unsubscribeHook,
    {
      schema: describeHook('POST', unsubscribeHook, 'One-click unsubscribe (RFC 8058).', {
        answer: z.object({ subscribed: z.boolean() }),
        query: ['token'],
      }),
    },
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

  app.post(
    '/hooks/mail/resend',
    {
      schema: describeHook(
        'POST',
        '/hooks/mail/resend',
        'Signed reports of bounces and complaints by the mail provider Resend.',
      ),
      bodyLimit: 256 * 1024,
      config: { ops: true },
    },
    async (request, reply) => {
      const report = readResendEvent(signedBody(request, services))
      if (report) {
        const marked = await receiveDeliveryReport(services, report)
        request.log.info({ kind: report.kind, sender: report.sender, marked }, 'mail delivery report')
      }
      return reply.header('cache-control', 'no-store').send({ received: true })
    },
  )
}

/** @throws `not_found` where no provider is configured, `signature_invalid`, `invalid_json`. */
function signedBody({ headers, body }: FastifyRequest, services: MailHookServices): unknown {
  const { resendSecrets, clock, senderClock } = services
  if (resendSecrets.length === 0) throw new AppError('not_found')
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  const signed = isSignedBySvix(
    resendSecrets,
    { id: headers['svix-id'], timestamp: headers['svix-timestamp'], signature: headers['svix-signature'] },
    { body: bytes, now: [clock, ...(senderClock ? [senderClock] : [])].map(each => each.now()) },
  )
  if (!signed) throw new AppError('signature_invalid')
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new AppError('invalid_json')
  }
}

const tokenOf = ({ token }: { token?: unknown }): string => (typeof token === 'string' ? token : '')
