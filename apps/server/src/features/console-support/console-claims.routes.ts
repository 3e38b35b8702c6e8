import {
  getConsoleClaim,
  getConsoleClaimReceipt,
  getConsoleClaims,
  postConsoleClaimAssignee,
  postConsoleClaimDecision,
  postConsoleClaimNote,
} from '@dineward/core/console-support/claims.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type ConsoleServices, serveConsole } from '../../http/serve-console.ts'
import { serveControlled } from '../../http/serve-controlled.ts'
import {
  assignConsoleClaim,
  decideConsoleClaim,
  describeConsoleClaim,
  listConsoleClaims,
  measureClaimDecision,
  noteConsoleClaim,
  readReceipt,
} from './console-claims.service.ts'

export interface ConsoleClaimServices extends ConsoleServices {
  readonly wakeMails: () => void
}

const receiptPolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox"

export function consoleClaimRoutes(app: FastifyInstance, services: ConsoleClaimServices): void {
  serveConsole(app, services, getConsoleClaims, (ctx, { query }) => listConsoleClaims(ctx, query))
  serveConsole(app, services, getConsoleClaim, (ctx, { params }) => describeConsoleClaim(ctx, params.id))
  serveControlled(app, services, postConsoleClaimDecision, {
    measure: (ctx, { params, body }) => measureClaimDecision(ctx, params.id, body),
    perform: async (ctx, { params, body }) => {
      const decided = await decideConsoleClaim(ctx, params.id, body)
      services.wakeMails()
      return decided
    },
  })
  serveConsole(app, services, postConsoleClaimAssignee, (ctx, { params, body }) =>
    assignConsoleClaim(ctx, params.id, body),
  )
  serveConsole(app, services, postConsoleClaimNote, (ctx, { params, body }) =>
    noteConsoleClaim(ctx, params.id, body.text),
  )
  serveConsole(app, services, getConsoleClaimReceipt, async (ctx, { params }, { reply }) => {
    const content = await readReceipt(ctx, params.id)
    // Opened by itself it is saved; a page may still show it.
    reply
      .type('image/jpeg')
      .header('content-security-policy', receiptPolicy)
      .header('content-disposition', 'attachment; filename="receipt.jpg"')
    return content
  })
}
