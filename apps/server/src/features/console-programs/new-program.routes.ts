import {
  getConsoleProgramExport,
  postConsoleProgram,
} from '@dineward/core/console-programs/new-program.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type ConsoleServices, programContext, serveConsole } from '../../http/serve-console.ts'
import type { ContentStore } from '../content/content-store.service.ts'
import { createProgram, exportProgram } from './new-program.service.ts'

/** The body may hold two logos of the largest size. */
const bodyLimit = 256 * 1024

export function newProgramRoutes(
  app: FastifyInstance,
  services: ConsoleServices & { readonly content: ContentStore },
): void {
  serveConsole(
    app,
    services,
    postConsoleProgram,
    async (ctx, { body }) => ({ program: await createProgram(ctx, body, services.console.hosts) }),
    { bodyLimit },
  )

  serveConsole(app, services, getConsoleProgramExport, async (ctx, { params }) => ({
    files: await exportProgram(programContext(ctx, params.slug), services.content),
  }))
}
