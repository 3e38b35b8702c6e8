import { AppError } from '@dineward/core/shared/errors.ts'
import { getStaging, postStagingClock } from '@dineward/core/staging/staging.contract.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context, StaffActor } from '../../context.ts'
import { contextOf, type Services, serve } from '../../http/serve.ts'
import { requireStaff, staffOf } from '../../http/sessions/staff-session.ts'
import type { ContentStore } from '../content/content-store.service.ts'
import { openMail } from '../mail/mail.service.ts'
import { describeStaff } from '../staff/staff.service.ts'
import { lookBehind, readClock, setClock } from './staging.service.ts'

/** Mails have inline styles; nothing in them may run or load. */
const mailPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

export interface StagingServices extends Services {
  readonly content: ContentStore
  /** Open to the world: only for staff. */
  readonly staging?: boolean
  /** It is null in production. */
  readonly moveClock: ((moment: Date | null) => void) | null
}

/** In the demo everyone is. @throws `unauthorized` in staging without a staff session. */
async function testerOf(
  ctx: Context,
  request: FastifyRequest,
  { staging = false }: StagingServices,
): Promise<StaffActor | null> {
  return staging ? requireStaff(ctx, request, 'any') : staffOf(ctx, request)
}

/** These routes are never served in production. */
export function stagingRoutes(app: FastifyInstance, services: StagingServices): void {
  serve(app, services, getStaging, async (ctx, _input, { request, reply }) => {
    reply.header('cache-control', 'no-store')
    const staff = await testerOf(ctx, request, services)
    return { ...(await lookBehind(ctx, services.content)), staff: staff && describeStaff(staff) }
  })

  serve(app, services, postStagingClock, async (ctx, { body }, { request }) => {
    const actor = (await testerOf(ctx, request, services)) ?? ctx.actor
    await setClock({ ...ctx, actor }, body.now, services.moveClock)
    return readClock(ctx.clock)
  })

  app.get<{ Params: { id: string } }>(
    '/api/Staging/Mails/:id',
    { schema: { hide: true } as object },
    async (request, reply) => {
      const ctx = contextOf(services, request)
      await testerOf(ctx, request, services)
      const mail = await openMail(ctx, request.params.id)
      if (!mail) throw new AppError('not_found')
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', mailPolicy)
        .send(mail.htmlBody)
    },
  )
}
