import { getConsoleCalendar } from '@dineward/core/console-programs/calendar.contract.ts'
import {
  getConsoleContent,
  getConsoleContentEntry,
  postConsoleContentDiscard,
  postConsoleContentDraft,
  postConsoleContentPreview,
  postConsoleContentPublish,
} from '@dineward/core/console-programs/content.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { ConsoleContext, StaffContext } from '../../context.ts'
import { type ConsoleServices, programContext, serveConsole } from '../../http/serve-console.ts'
import { discardDraft, type EntryName, publishDraft, saveDraft } from '../content/content-editing.service.ts'
import { listContent } from '../content/content-states.service.ts'
import type { ContentStore } from '../content/content-store.service.ts'
import { readCalendar } from './console-calendar.service.ts'
import { entryName, previewAddress, readContentEntry } from './console-content.service.ts'

interface Params {
  readonly slug: string
  readonly kind: string
  readonly entry: string
}

/** The longest page with every block is a tenth of it. */
const bodyLimit = 512 * 1024

export function consoleContentRoutes(
  app: FastifyInstance,
  services: ConsoleServices & { readonly content: ContentStore },
): void {
  serveConsole(app, services, getConsoleContent, async (ctx, { params }) => ({
    entries: await listContent(programContext(ctx, params.slug), services.content),
  }))

  serveConsole(app, services, getConsoleCalendar, async (ctx, { query }) => ({
    items: await readCalendar(ctx, query),
  }))

  serveConsole(app, services, getConsoleContentEntry, async (ctx, { params }) => ({
    entry: await readContentEntry(programContext(ctx, params.slug), services, entryName(params)),
  }))

  serveConsole(app, services, postConsoleContentPreview, async (ctx, { params }) => ({
    address: await previewAddress(programContext(ctx, params.slug), services, entryName(params)),
  }))

  serveConsole(
    app,
    services,
    postConsoleContentDraft,
    (ctx, { params, body }) => written(ctx, params, (program, name) => saveDraft(program, name, body)),
    { bodyLimit },
  )

  serveConsole(app, services, postConsoleContentDiscard, (ctx, { params, body }) =>
    written(ctx, params, (program, name) => discardDraft(program, name, body.version)),
  )

  serveConsole(app, services, postConsoleContentPublish, (ctx, { params, body }) =>
    written(ctx, params, async (program, name) => {
      await publishDraft(program, name, body)
      await services.content.refresh(program.partner)
    }),
  )

  async function written(
    ctx: ConsoleContext,
    params: Params,
    write: (program: StaffContext, name: EntryName) => Promise<void>,
  ) {
    const program = programContext(ctx, params.slug)
    const name = entryName(params)
    await write(program, name)
    return { entry: await readContentEntry(program, services, name) }
  }
}
