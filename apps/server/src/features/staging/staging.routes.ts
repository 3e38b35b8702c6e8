import { AppError } from '@dineward/core/shared/errors.ts'
import { getStaging, postStagingClock } from '@dineward/core/staging/staging.contract.ts'
import type { FastifyInstance } from 'fastify'
import { contextOf, type Services, serve } from '../../http/serve.ts'
import { staffOf } from '../../http/staff-session.ts'
import type { ContentStore } from '../content/content-store.service.ts'
import { openMail } from '../mail/mail.service.ts'
import { describeStaff } from '../staff/staff.service.ts'
import { lookBehind, readClock, setClock } from './staging.service.ts'

/** Mails have inline styles; nothing in them may run or load. */
const mailPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

export interface StagingServices extends Services {
  readonly content: ContentStore
  /** Null in production. */
  readonly moveClock: ((moment: Date | null) => void) | null
}

/** Never in production. */
export function stagingRoutes(app: FastifyInstance, services: StagingServices): void {
  serve(app, services, getStaging, async (ctx, _input, { request, reply }) => {
    reply.header('cache-control', 'no-store')
    const staff = await staffOf(ctx, request)
    return { ...(await lookBehind(ctx, services.content)), staff: staff && describeStaff(staff) }
  })

  serve(app, services, postStagingClock, async (ctx, { body }, { request }) => {
    const actor = (await staffOf(ctx, request)) ?? ctx.actor
    await setClock({ ...ctx, actor }, body.now, services.moveClock)
    return readClock(ctx.clock)
  })

  app.get<{ Params: { id: string } }>(
    '/api/Staging/Mails/:id',
    { schema: { hide: true } as object },
    async (request, reply) => {
      const mail = await openMail(contextOf(services, request), request.params.id)
      if (!mail) throw new AppError('not_found')
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', mailPolicy)
        .send(mail.htmlBody)
    },
  )
}
