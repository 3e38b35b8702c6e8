import { type Crop, cropAround, cropRegion } from '@dineward/core/photos/crop.rules.ts'
import { imageSize } from '@dineward/core/photos/image-presets.ts'
import { drawingCode } from '@dineward/core/photos/photo-code.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyBaseLogger } from 'fastify'
import sharp, { type Sharp } from 'sharp'
import type { Db } from '../../db/open-database.ts'
import { fileFolder, type PhotoStore } from '../../gateways/files/photo-store.ts'
import { limitConcurrency, singleFlight } from './concurrency.service.ts'
import { imageFormats, type Variant } from './image-variants.rules.ts'
import { drawMerchant } from './photo-drawing.view.ts'
import { selectFirstPhoto } from './photos.read.ts'
import { type PhotoRow, selectPhotos } from './photos.repository.ts'

/** Encoding keeps a core busy; more at once would only make requests wait for the database longer. */
const maxConcurrent = 2
/** Some seconds of work. */
const maxWaiting = 64

export interface PhotoVariantServices {
  readonly db: Db
  readonly photos: PhotoStore
  readonly cacheDir: string
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

export interface VariantRequest {
  /** The restaurant, or the program, whose picture it is. */
  readonly merchantId: string
  readonly variant: Variant
  /** The version is in the address; null means the current one. */
  readonly wanted: string | null
  /** Whether the client has left. */
  readonly isAbandoned: () => boolean
}

export interface EncodedPicture {
  readonly image: Buffer
  /** This is the wanted version, or the current one. */
  readonly version: string
}

interface Picture {
  readonly version: string
  open(variant: Variant): Promise<Sharp>
}

export type CroppedPicture = Pick<
  PhotoRow,
  'id' | 'contentHash' | 'code' | 'width' | 'height' | 'focalX' | 'focalY' | keyof Crop
>

export type PhotoVariants = ReturnType<typeof photoVariants>

/** Each variant is encoded once, to `cacheDir`. Old versions stay, for cached pages that show them. */
export function photoVariants({ db, photos, cacheDir, log }: PhotoVariantServices) {
  const cache = fileFolder(cacheDir)
  const inTurn = limitConcurrency(maxConcurrent, maxWaiting)
  const oneAnswer = singleFlight<VariantRequest, EncodedPicture>()

  function answer(
    request: VariantRequest,
    subject: string,
    find: () => Promise<Picture>,
  ): Promise<EncodedPicture> {
    const { merchantId, variant, wanted } = request
    const { preset, density, format } = variant
    const nameOf = (version: string) => `${subject}${version}-${merchantId}-${preset}-${density}.${format}`
    return oneAnswer(nameOf(wanted ?? ''), request, async requests => {
      const cached = wanted && (await cache.read(nameOf(wanted)))
      if (cached) return { image: cached, version: wanted }
      const { version, open } = await find()
      const known = await cache.read(nameOf(version))
      if (known) return { image: known, version }
      const image = await inTurn(async () => {
        if (requests.every(({ isAbandoned }) => isAbandoned())) throw new AppError('not_found')
        return imageFormats[format].encode(await open(variant), density).toBuffer()
      })
      await cache
        .write(nameOf(version), image)
        .catch(error => log.warn({ err: error }, 'picture cache cannot be written, encoding again next time'))
      return { image, version }
    })
  }

  const cropped = (photo: CroppedPicture): Picture => ({
    version: photo.code,
    async open({ preset, density }) {
      const { width, height } = imageSize(preset, density)
      return sharp(await readStored({ photos, log }, photo))
        .extract(cropAround(photo, width / height, photo))
        .resize(width, height)
    },
  })

  return {
    /** This is the first photo, or its placeholder drawing. @throws `merchant_not_found`. */
    promo: (request: VariantRequest) =>
      answer(request, '', async () => {
        const merchant = await selectFirstPhoto(db, request.merchantId)
        if (!merchant) throw new AppError('merchant_not_found')
        if (merchant.photo) return cropped(merchant.photo)
        return { version: drawingCode(merchant), open: async variant => drawMerchant(merchant, variant) }
      }),
    /** @throws `not_found`. */
    photo: (request: VariantRequest, photoId: string) =>
      answer(request, `${photoId}-`, async () => {
        const photo = (await selectPhotos(db, request.merchantId)).find(({ id }) => id === photoId)
        if (!photo) throw new AppError('not_found')
        return cropped(photo)
      }),
    /** A picture of a program's content. @param find throws `not_found` */
    content: (request: VariantRequest, id: string, find: () => Promise<CroppedPicture>) =>
      answer(request, `content-${id}-`, async () => cropped(await find())),
    /** Numbers count from 1, and pictures keep their own ratio. @throws `not_found`. */
    menu: (request: VariantRequest, number: number) =>
      answer(request, `menu${number}`, async () => {
        const pictures = (await selectPhotos(db, request.merchantId)).filter(({ kind }) => kind === 'menu')
        const photo = pictures[number - 1]
        if (!photo) throw new AppError('not_found')
        return {
          version: photo.code,
          open: async ({ preset, density }) =>
            sharp(await readStored({ photos, log }, photo))
              .extract(cropRegion(photo, photo))
              .resize(imageSize(preset, density).width),
        }
      }),
  }
}

async function readStored(
  { photos, log }: Pick<PhotoVariantServices, 'photos' | 'log'>,
  photo: CroppedPicture,
): Promise<Buffer> {
  const file = await photos.read(photo.contentHash)
  if (file) return file
  log.warn({ photo: photo.id }, 'photo file is missing in the photo store')
  throw new AppError('not_found')
}

export async function deleteVariants(cacheDir: string, removed: readonly PhotoRow[]): Promise<void> {
  const parts = removed.map(({ code, merchantId }) => `${code}-${merchantId}-`)
  if (parts.length > 0)
    await fileFolder(cacheDir).deleteMatching(name => parts.some(part => name.includes(part)))
}
