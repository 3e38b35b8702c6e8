import { postEmulationEnd, postMemberEmulate } from '@dineward/core/console-support/emulations.contract.ts'
import { emulationPath } from '@dineward/core/emulation/emulation.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance } from 'fastify'
import { contextOf } from '../../http/serve.ts'
import { type ConsoleServices, serveConsole } from '../../http/serve-console.ts'
import { consoleToken } from '../../http/sessions/console-cookie.ts'
import { setEmulationCookie } from '../../http/sessions/emulation.ts'
import { memberProgram } from '../console-support/member-program.service.ts'
import { openEmulation, startEmulation, stopEmulation } from './emulation.service.ts'

export function emulationRoutes(app: FastifyInstance, services: ConsoleServices): void {
  serveConsole(app, services, postMemberEmulate, async (ctx, { params, body }, { request }) => {
    const program = await memberProgram(ctx, params.id, { isErased: false })
    const origin = services.partners.siteOf(program.partner)
    const reason = body.reason.replaceAll('\0', '')
    const session = consoleToken(request)
    if (!session) throw new AppError('unauthorized')
    const emulation = await startEmulation(program, { memberId: params.id, reason, origin, session })
    return { emulation }
  })
  serveConsole(app, services, postEmulationEnd, async (ctx, { params }) => {
    const slugs = ctx.allowed.map(({ slug }) => slug)
    return { ended: await stopEmulation(ctx, { id: params.id, slugs }) }
  })

  // These addresses are at partners' sites.
  const hidden = { schema: { hide: true } as object, exposeHeadRoute: false }
  app.get<{ Querystring: { token?: unknown } }>(emulationPath, hidden, async (request, reply) => {
    const { token: ticket } = request.query
    // The address is of a frame's: opened by itself, its cookie would be the visitor's.
    const isFrame = ['iframe', undefined].includes(request.headers['sec-fetch-dest'] as string | undefined)
    const isTicket = typeof ticket === 'string' && /^[\w-]{43}$/.test(ticket)
    const token = isFrame && isTicket ? await openEmulation(contextOf(services, request), ticket) : null
    if (token === null) throw new AppError('not_found')
    setEmulationCookie(request, reply, token)
    return reply.header('cache-control', 'no-store').redirect('/account', 303)
  })
}
