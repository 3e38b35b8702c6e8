import { Readable } from 'node:stream'
import {
  getBridge,
  getPostings,
  getPostingsFile,
  getStatementDines,
  getStatementDinesFile,
} from '@dineward/core/console-finance/postings.contract.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type ConsoleServices, programContext, serveConsole } from '../../http/serve-console.ts'
import { serveFigures } from '../../http/serve-figures.ts'
import {
  listDinesOfStatements,
  listPostings,
  postingsFile,
  readBridge,
  statementDinesFile,
} from './drill-down.service.ts'

/** The rows of which figures are made. */
export function drillDownRoutes(app: FastifyInstance, services: ConsoleServices): void {
  serveConsole(app, services, getPostings, (ctx, { query }) => listPostings(ctx, query))
  serveConsole(app, services, getPostingsFile, async (ctx, { query }, { reply }) => {
    const { partner } = programContext(ctx, query.partner)
    return asFile(reply, `postings-${partner.slug}`, postingsFile(ctx, query))
  })
  serveConsole(app, services, getStatementDines, (ctx, { query }) => listDinesOfStatements(ctx, query))
  serveConsole(app, services, getStatementDinesFile, async (ctx, { query }, { reply }) => {
    const { partner } = programContext(ctx, query.partner)
    return asFile(reply, `dines-${partner.slug}-${query.month}`, statementDinesFile(ctx, query))
  })
  serveFigures(app, services, getBridge, (ctx, { query }) => readBridge(ctx, query))
}

/** What is refused is refused before the file begins. */
function asFile(reply: FastifyReply, name: string, pages: AsyncGenerator<string>): Readable {
  reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}.csv"`)
  return Readable.from(pages)
}
