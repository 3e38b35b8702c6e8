import { createHash } from 'node:crypto'
import { imagePresetNames } from '@dineward/core/photos/image-presets.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { AppOptions } from '../../app.ts'
import { type ImageFormat, imageFormats } from './image-variants.rules.ts'
import { merchantImages } from './photos.service.ts'

/** `v` is `images.placeholder`: an address for each picture that there ever was. */
const imageQuery = z.strictObject({
  preset: z._default(z.enum(imagePresetNames), 'card'),
  dpr: z._default(z.enum(['1', '2']), '1'),
  v: z.optional(z.string().check(z.maxLength(40))),
})

/** Part of a file's name, in the middle of it: what an import takes for an id (IMPORT.md). */
const merchantIdPattern = /^[\w.~-]{1,100}$/

/** Large and sharp where nothing else is asked for: menus are read. */
const menuQuery = z.strictObject({
  preset: z._default(z.enum(imagePresetNames), 'detail'),
  dpr: z._default(z.enum(['1', '2']), '2'),
  v: z.optional(z.string().check(z.maxLength(40))),
})

/** `GET /images/merchants/{id}/promo` and `…/menu/{n}`: the picture of a restaurant and the cards of its menu, in the best format that the browser reads. */
export function photoRoutes(app: FastifyInstance, options: AppOptions): void {
  const images = merchantImages({ db: options.db, folder: options.imageCacheDir })

  app.get<{ Params: { merchantId: string }; Querystring: z.output<typeof imageQuery> }>(
    '/images/merchants/:merchantId/promo',
    { schema: { hide: true, querystring: imageQuery } as object },
    async (request, reply) => {
      const { merchantId } = request.params
      if (!merchantIdPattern.test(merchantId)) throw new AppError('merchant_not_found')
      const format = formatFor(request.headers.accept)
      const { preset, dpr } = request.query
      const variant = { preset, density: dpr === '2' ? 2 : 1, format } as const
      const { image, isThatVersion } = await images.variant(merchantId, variant, versionOf(request.query.v))
      return send(request, reply, image, { format, cacheControl: isThatVersion ? forEver : forNow })
    },
  )

  app.get<{ Params: { merchantId: string; number: string }; Querystring: z.output<typeof menuQuery> }>(
    '/images/merchants/:merchantId/menu/:number',
    { schema: { hide: true, querystring: menuQuery } as object },
    async (request, reply) => {
      const { merchantId, number } = request.params
      if (!merchantIdPattern.test(merchantId)) throw new AppError('merchant_not_found')
      if (!/^[1-9]\d?$/.test(number)) throw new AppError('not_found')
      const format = formatFor(request.headers.accept)
      const { preset, dpr } = request.query
      const variant = { preset, density: dpr === '2' ? 2 : 1, format } as const
      const { image, version } = await images.menuCard(merchantId, Number(number), variant)
      return send(request, reply, image, { format, cacheControl: cacheControlOf(request.query.v, version) })
    },
  )
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  image: Buffer,
  { format, cacheControl }: { format: ImageFormat; cacheControl: string },
): FastifyReply {
  const etag = `"${createHash('sha256').update(image).digest('base64url').slice(0, 22)}"`
  reply.header('cache-control', cacheControl).header('vary', 'Accept').header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  return reply.type(imageFormats[format].type).send(image)
}

const forEver = 'public, max-age=31536000, immutable'
/** At an address that meant another picture, which is not to be had any more. */
const forNow = 'public, max-age=300'
/** At the address that every menu of a restaurant has. */
const forToday = 'public, max-age=86400'

const cacheControlOf = (asked: string | undefined, version: string): string =>
  asked === undefined ? forToday : asked === version ? forEver : forNow

/** Part of a file's name: what cannot be a version of ours never reaches one. */
const versionOf = (v?: string): string | null =>
  v === undefined ? null : /^[a-z0-9]{1,8}$/.test(v) ? v : 'unknown'

/** AVIF or WebP where the browser names them; a wildcard promises nothing, so it gets JPEG. */
function formatFor(accept = ''): ImageFormat {
  const named = accept
    .split(',')
    .map(part => part.trim().toLowerCase())
    .filter(part => !/;\s*q=0(\.0*)?$/.test(part))
    .map(part => part.split(';')[0])
  if (named.includes('image/avif')) return 'avif'
  return named.includes('image/webp') ? 'webp' : 'jpeg'
}
