import {
  getConsoleClaim,
  getConsoleClaimReceipt,
  getConsoleClaims,
  postConsoleClaimDecision,
} from '@dineward/core/console-support/claims.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type ConsoleServices, serveConsole } from '../../http/serve-console.ts'
import {
  decideConsoleClaim,
  describeConsoleClaim,
  listConsoleClaims,
  readReceipt,
} from './console-claims.service.ts'

export interface ConsoleClaimServices extends ConsoleServices {
  readonly wakeMails: () => void
}

export function consoleClaimRoutes(app: FastifyInstance, services: ConsoleClaimServices): void {
  serveConsole(app, services, getConsoleClaims, (ctx, { query }) => listConsoleClaims(ctx, query))
  serveConsole(app, services, getConsoleClaim, (ctx, { params }) => describeConsoleClaim(ctx, params.id))
  serveConsole(app, services, postConsoleClaimDecision, async (ctx, { params, body }) => {
    const decided = await decideConsoleClaim(ctx, params.id, body)
    services.wakeMails()
    return decided
  })
  serveConsole(app, services, getConsoleClaimReceipt, async (ctx, { params }, { reply }) => {
    const { type, content } = await readReceipt(ctx, params.id)
    const isPicture = type === 'image/jpeg'
    // A PDF may hold what a viewer would run.
    reply
      .type(isPicture ? type : 'application/octet-stream')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', isPicture ? 'inline' : `attachment; filename="receipt-${params.id}.pdf"`)
    return content
  })
}
