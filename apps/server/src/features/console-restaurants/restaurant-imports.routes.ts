import { Readable } from 'node:stream'
import {
  getRestaurantImport,
  getRestaurantImportColumns,
  getRestaurantImportReport,
  getRestaurantImportRows,
  getRestaurantImports,
  postApplyRestaurantImport,
  postRestaurantImport,
  postRestaurantImportColumns,
  postStopRestaurantImport,
  postUndoRestaurantImport,
} from '@dineward/core/console-restaurants/restaurant-imports.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance } from 'fastify'
import { type ConsoleServices, programContext, serveConsole } from '../../http/serve-console.ts'
import { serveControlled } from '../../http/serve-controlled.ts'
import { consoleToken } from '../../http/sessions/console-cookie.ts'
import { chooseColumns, showColumns } from '../merchant-import/import-columns.service.ts'
import {
  applyImportRun,
  createImportRun,
  listImportRows,
  listImportRuns,
  maxImportBytes,
  measureImport,
  reportOfRun,
  showImportRun,
  stopImportRun,
  undoImportRun,
} from '../merchant-import/import-runs.service.ts'

export interface ImportServices extends ConsoleServices {
  readonly wakeImports: () => void
}

/** The routes have a scope of their own: only here are bodies files. */
export function restaurantImportsRoutes(scope: FastifyInstance, services: ImportServices): void {
  scope.addContentTypeParser<Buffer>(
    /^(text\/|application\/(octet-stream|gzip|x-gzip|x-ndjson|vnd\.ms-excel))/,
    { parseAs: 'buffer', bodyLimit: maxImportBytes },
    (request, body, done) => done(consoleToken(request) ? null : new AppError('unauthorized'), body),
  )

  serveConsole(
    scope,
    services,
    postRestaurantImport,
    async (ctx, { query: { partner, fileName } }, { request }) => {
      const partnerId = programContext(ctx, partner).partner.slug
      const file: unknown = request.body
      if (!(file instanceof Buffer) || file.length === 0)
        throw new AppError('validation_failed', {
          fieldErrors: [{ field: 'file', message: 'The file is empty.' }],
        })
      const run = await createImportRun(ctx, { partnerId, fileName, file })
      services.wakeImports()
      return { run }
    },
  )

  serveConsole(scope, services, getRestaurantImports, async ctx => ({ runs: await listImportRuns(ctx) }))

  serveConsole(scope, services, getRestaurantImport, async (ctx, { params }) => ({
    run: await showImportRun(ctx, params.id),
  }))

  serveConsole(scope, services, getRestaurantImportRows, (ctx, { params, query }) =>
    listImportRows(ctx, params.id, query),
  )

  serveConsole(scope, services, getRestaurantImportColumns, (ctx, { params }) => showColumns(ctx, params.id))

  serveConsole(scope, services, postRestaurantImportColumns, async (ctx, { params, body }) => {
    const run = await chooseColumns(ctx, params.id, body.chosen)
    services.wakeImports()
    return { run }
  })

  serveControlled(scope, services, postApplyRestaurantImport, {
    measure: (ctx, { params }) => measureImport(ctx, params.id),
    perform: async (ctx, { params }) => {
      const run = await applyImportRun(ctx, params.id)
      services.wakeImports()
      return { run }
    },
  })

  serveConsole(scope, services, postStopRestaurantImport, async (ctx, { params }) => ({
    run: await stopImportRun(ctx, params.id),
  }))

  serveConsole(scope, services, postUndoRestaurantImport, async (ctx, { params, body }) => {
    const run = await undoImportRun(ctx, params.id, body.reason)
    services.wakeImports()
    return { run }
  })

  serveConsole(scope, services, getRestaurantImportReport, async (ctx, { params }, { reply }) => {
    await showImportRun(ctx, params.id)
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="restaurants-import.csv"')
    return Readable.from(reportOfRun(ctx, params.id))
  })
}
