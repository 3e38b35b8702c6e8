import {
  deleteConsoleMedia,
  getConsoleMedia,
  getConsoleMediaFile,
  maxMediaBytes,
  postConsoleMedia,
  postConsoleMediaFile,
  putConsoleMedia,
} from '@dineward/core/console-programs/media.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { ConsoleContext, StaffContext } from '../../context.ts'
import { type ConsoleServices, programContext, serveConsole } from '../../http/serve-console.ts'
import { consoleToken } from '../../http/sessions/console-cookie.ts'
import type { ContentStore } from '../content/content-store.service.ts'
import {
  addPicture,
  changePicture,
  listPictures,
  readWholePicture,
  removePicture,
  replaceFile,
} from '../content/media/media.service.ts'
import { limitRefusedUploads } from '../uploads/refused-uploads.service.ts'

/** The routes have a scope of their own: only here are bodies files. */
export function consoleMediaRoutes(
  scope: FastifyInstance,
  services: ConsoleServices & { readonly content: ContentStore },
): void {
  scope.addContentTypeParser<Buffer>(
    /^(image\/|application\/octet-stream)/,
    { parseAs: 'buffer', bodyLimit: maxMediaBytes },
    (request, body, done) => done(consoleToken(request) ? null : new AppError('unauthorized'), body),
  )
  const limitRefused = limitRefusedUploads(services.db)

  /** Pages show a change at once. */
  async function written<T>(
    ctx: ConsoleContext,
    slug: string,
    write: (program: StaffContext & { limitRefused: typeof limitRefused }) => Promise<T>,
  ): Promise<T> {
    const program = programContext(ctx, slug)
    const result = await write({ ...program, limitRefused })
    await services.content.refresh(program.partner)
    return result
  }

  serveConsole(scope, services, getConsoleMedia, async (ctx, { params }) => ({
    pictures: await listPictures(programContext(ctx, params.slug)),
  }))

  serveConsole(scope, services, getConsoleMediaFile, async (ctx, { params }, { reply }) => {
    const file = await readWholePicture(programContext(ctx, params.slug), params.id)
    reply.type('image/jpeg').header('cache-control', 'private, max-age=600')
    return file
  })

  serveConsole(scope, services, postConsoleMedia, async (ctx, { params, query }, { request }) => ({
    picture: await written(ctx, params.slug, program => {
      const { fileName, ...words } = query
      return addPicture(program, { file: request.body, fileName, words })
    }),
  }))

  serveConsole(scope, services, putConsoleMedia, async (ctx, { params, body }) => ({
    picture: await written(ctx, params.slug, program => changePicture(program, params.id, body)),
  }))

  serveConsole(scope, services, postConsoleMediaFile, async (ctx, { params, query }, { request }) => ({
    picture: await written(ctx, params.slug, program =>
      replaceFile(program, params.id, { ...query, file: request.body }),
    ),
  }))

  serveConsole(scope, services, deleteConsoleMedia, async (ctx, { params, query }) => {
    await written(ctx, params.slug, program => removePicture(program, params.id, query.version))
    return {}
  })
}
