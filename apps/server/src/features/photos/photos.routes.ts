import { createHash } from 'node:crypto'
import { imagePresetNames } from '@dineward/core/photos/image-presets.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { PhotoStore } from '../../gateways/files/photo-store.ts'
import { formatFor, imageFormats } from './image-variants.rules.ts'
import {
  type CroppedPicture,
  type EncodedPicture,
  type PhotoVariantServices,
  photoVariants,
  type VariantRequest,
} from './photo-variants.service.ts'

export interface PhotoServices extends Pick<PhotoVariantServices, 'db'> {
  readonly gateways: { readonly photos: PhotoStore }
  readonly imageCacheDir: string
}

interface ContentPictures {
  /** @throws `not_found`. */
  findContentPicture(key: { readonly partnerId: string; readonly id: string }): Promise<CroppedPicture>
}

const presets = z.enum(imagePresetNames)
const densities = z.enum(['1', '2'])
/** `v` is the picture's code: each version has its own address. */
const version = z.optional(z.string().check(z.maxLength(40)))
const photoQuery = z.strictObject({
  preset: z._default(presets, 'card'),
  dpr: z._default(densities, '1'),
  v: version,
})
/** Menus are read: large and sharp by default. */
const menuQuery = z.strictObject({
  preset: z._default(presets, 'detail'),
  dpr: z._default(densities, '2'),
  v: version,
})

interface PhotoRequest {
  Params: { merchantId: string; photoId: string; number: string }
  Querystring: z.output<typeof photoQuery>
}

const forever = 'public, max-age=31536000, immutable'
/** For a version that no longer exists. */
const shortly = 'public, max-age=300'
/** An address without a version is kept for a day. */
const oneDay = 'public, max-age=86400'

export function photoRoutes(app: FastifyInstance, options: PhotoServices & ContentPictures): void {
  const { db, gateways, imageCacheDir } = options
  const variants = photoVariants({ db, photos: gateways.photos, cacheDir: imageCacheDir, log: app.log })
  const schema = (querystring: z.ZodMiniType) => ({ schema: { hide: true, querystring } as object })
  const at = (rest: string) => `/images/merchants/:merchantId/${rest}`

  app.get<PhotoRequest>(at('promo'), schema(photoQuery), async (request, reply) => {
    const wanted = variantOf(request)
    return send(request, reply, await variants.promo(wanted), cacheControl(wanted, forever))
  })
  app.get<PhotoRequest>(at('photos/:photoId'), schema(photoQuery), async (request, reply) => {
    const wanted = variantOf(request)
    const { photoId } = request.params
    if (!/^[\w-]{1,40}$/.test(photoId)) throw new AppError('not_found')
    return send(request, reply, await variants.photo(wanted, photoId), cacheControl(wanted, forever))
  })
  app.get<PhotoRequest>('/images/content/:photoId', schema(photoQuery), async (request, reply) => {
    const { photoId: id } = request.params
    if (!/^[\w-]{1,40}$/.test(id)) throw new AppError('not_found')
    const partnerId = request.partner.source.slug
    const wanted = variantOf(request, partnerId)
    const picture = await variants.content(wanted, id, () => options.findContentPicture({ partnerId, id }))
    return send(request, reply, picture, cacheControl(wanted, shortly))
  })
  app.get<PhotoRequest>(at('menu/:number'), schema(menuQuery), async (request, reply) => {
    const wanted = variantOf(request)
    const { number } = request.params
    if (!/^[1-9]\d?$/.test(number)) throw new AppError('not_found')
    return send(request, reply, await variants.menu(wanted, Number(number)), cacheControl(wanted, oneDay))
  })
}

/** Parts become a file name: the pattern is that of imported ids (IMPORT.md). */
function variantOf(
  { params, query, headers, socket }: FastifyRequest<PhotoRequest>,
  merchantId = params.merchantId,
): VariantRequest {
  const { preset, dpr, v } = query
  if (!/^[\w.~-]{1,100}$/.test(merchantId)) throw new AppError('merchant_not_found')
  return {
    merchantId,
    variant: { preset, density: dpr === '2' ? 2 : 1, format: formatFor(headers.accept) },
    isAbandoned: () => socket.destroyed,
    wanted: v === undefined ? null : /^[a-z0-9]{1,8}$/.test(v) ? v : 'unknown',
  }
}

const cacheControl =
  ({ wanted }: VariantRequest, unversioned: string) =>
  ({ version: sent }: EncodedPicture): string =>
    wanted === null ? unversioned : wanted === sent ? forever : shortly

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  picture: EncodedPicture,
  cacheControlOf: (picture: EncodedPicture) => string,
): FastifyReply {
  const { image } = picture
  const etag = `"${createHash('sha256').update(image).digest('base64url').slice(0, 22)}"`
  reply.header('cache-control', cacheControlOf(picture)).header('vary', 'Accept').header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  return reply.type(imageFormats[formatFor(request.headers.accept)].type).send(image)
}
