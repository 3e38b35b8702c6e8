import { imageSize } from '@dineward/core/merchants/image-presets.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Db } from '../../db/open-database.ts'
import { paintMerchantPicture } from '../../demo/pictures/merchant-picture.ts'
import type { PictureOf } from '../../demo/pictures/picture-code.ts'
import { imagesOf } from './merchant-images.address.ts'
import { fileCache } from './merchant-images.cache.ts'
import { cuisinesOfMerchant } from './merchant-images.repository.ts'
import { imageFormats, type Variant } from './merchant-images.variants.ts'

/** Encoding keeps a core busy; more at once would only make requests wait for the database longer. */
const atOnce = 2

export interface MerchantImages {
  /**
   * The encoded picture. `version` is the one asked for (`images.placeholder`), null: as it is now; `isThatVersion` is
   * false where the restaurant has another picture by now. Throws `merchant_not_found`.
   */
  variant(
    merchantId: string,
    variant: Variant,
    version?: string | null,
  ): Promise<{ image: Buffer; isThatVersion: boolean }>
}

/**
 * Pictures painted and encoded once, however many ask at the same time, and kept in `folder` from then on, each version
 * beside the others: what a kept page shows is there even when the restaurant has another picture, or is gone.
 */
export function merchantImages({ db, folder }: { db: Db; folder: string }): MerchantImages {
  const cache = fileCache(folder)
  const inTurn = limitConcurrency(atOnce)
  const oneLookup = singleFlight<{ image: Buffer; isThatVersion: boolean }>()
  const oneEncoding = singleFlight<Buffer>()

  async function find(merchantId: string, variant: Variant, version: string | null) {
    const kept = version === null ? null : await cache.read(fileName(version, merchantId, variant))
    if (kept) return { image: kept, isThatVersion: true }
    const cuisines = await cuisinesOfMerchant(db, merchantId)
    if (!cuisines) throw new AppError('merchant_not_found')
    const merchant = { id: merchantId, cuisines }
    const { placeholder } = imagesOf(merchant)
    const file = fileName(placeholder, merchantId, variant)
    const image = await oneEncoding(
      file,
      async () => (await cache.read(file)) ?? make(merchant, variant, file),
    )
    return { image, isThatVersion: version === null || version === placeholder }
  }

  async function make(merchant: PictureOf, variant: Variant, file: string): Promise<Buffer> {
    const image = await inTurn(() => encode(merchant, variant))
    await cache.write(file, image)
    return image
  }

  return {
    variant: (merchantId, variant, version = null) =>
      oneLookup(fileName(version ?? '', merchantId, variant), () => find(merchantId, variant, version)),
  }
}

const fileName = (version: string, merchantId: string, { preset, density, format }: Variant) =>
  `${version}-${merchantId}-${preset}-${density}.${format}`

/** Those that ask for the same while it is under way get the same. */
function singleFlight<T>(): (key: string, task: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, Promise<T>>()
  return (key, task) => {
    const started = underWay.get(key) ?? task().finally(() => underWay.delete(key))
    underWay.set(key, started)
    return started
  }
}

async function encode(merchant: PictureOf, { preset, density, format }: Variant): Promise<Buffer> {
  const { width, height } = imageSize(preset, density)
  const picture = await paintMerchantPicture(merchant, width, height)
  return imageFormats[format].encode(picture, density).toBuffer()
}

/** Runs at most `count` tasks at a time, the others in the order they came. */
function limitConcurrency(count: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async task => {
    if (running >= count) await new Promise<void>(resolve => waiting.push(resolve))
    else running++
    try {
      return await task()
    } finally {
      // The place goes to the next in line, without being free in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
