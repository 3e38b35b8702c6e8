import { AppError } from '@dineward/core/shared/errors.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { PublishedAssets } from '../../features/web-assets/web-assets.service.ts'
import { brandAsset, typeOf } from './published-files.ts'

export const forever = 'public, max-age=31536000, immutable'

/** Files of this build come from disk; those of another build that runs or ran lately, from the database. */
export async function assetRoutes(
  app: FastifyInstance,
  assetsDir: string,
  published: PublishedAssets,
): Promise<void> {
  await app.register(
    async scope => {
      await scope.register(fastifyStatic, {
        root: assetsDir,
        immutable: true,
        maxAge: '1y',
        preCompressed: true,
        // Its own route lists the folder at each request, to compare the spelling.
        serve: false,
      })
      scope.get<{ Params: { file: string } }>(
        '/:file',
        { schema: { hide: true } as object },
        (request, reply) => reply.sendFile(request.params.file),
      )
      scope.setNotFoundHandler((request, reply) => sendPublished(reply, published, request.url.slice(1)))
    },
    { prefix: '/assets' },
  )
}

/** @throws `not_found`. */
export function sendPublishedBrand(
  reply: FastifyReply,
  published: PublishedAssets,
  slug: string,
  file: string,
): Promise<FastifyReply> {
  return sendPublished(reply, published, brandAsset(slug, file))
}

/** @throws `not_found`. */
export async function sendPublished(
  reply: FastifyReply,
  published: PublishedAssets,
  file: string,
): Promise<FastifyReply> {
  const content = await published.find(file)
  if (!content) throw new AppError('not_found')
  return reply.type(typeOf(file)).header('cache-control', forever).send(content)
}
