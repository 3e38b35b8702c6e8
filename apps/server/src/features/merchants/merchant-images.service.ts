import { imageSize } from '@dineward/core/merchants/image-presets.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Db } from '../../db/open-database.ts'
import { paintMerchantPicture } from '../../demo/pictures/merchant-picture.ts'
import { fileCache } from './merchant-images.cache.ts'
import { cuisinesOfMerchant } from './merchant-images.repository.ts'
import { imageFormats, type Variant } from './merchant-images.variants.ts'

/** Part of every file name: count it up when pictures are painted or encoded differently. */
const edition = 2
/** Encoding keeps a core busy; more at once would only make requests wait for the database longer. */
const atOnce = 2

export interface MerchantImages {
  /** The encoded picture. Throws `merchant_not_found`. */
  variant(merchantId: string, variant: Variant): Promise<Buffer>
}

/** Pictures painted and encoded once, however many ask at the same time, and kept in `folder` from then on. */
export function merchantImages({ db, folder }: { db: Db; folder: string }): MerchantImages {
  const cache = fileCache(folder)
  const underWay = new Map<string, Promise<Buffer>>()
  const inTurn = limitConcurrency(atOnce)

  async function make(merchantId: string, variant: Variant, file: string): Promise<Buffer> {
    const kept = await cache.read(file)
    if (kept) return kept
    const cuisines = await cuisinesOfMerchant(db, merchantId)
    if (!cuisines) throw new AppError('merchant_not_found')
    const image = await inTurn(() => encode({ id: merchantId, cuisines }, variant))
    await cache.write(file, image)
    return image
  }

  return {
    variant(merchantId, variant) {
      const { preset, density, format } = variant
      const file = `${edition}-${merchantId}-${preset}-${density}.${format}`
      const started = underWay.get(file)
      if (started) return started
      const made = make(merchantId, variant, file).finally(() => underWay.delete(file))
      underWay.set(file, made)
      return made
    },
  }
}

async function encode(
  merchant: { id: string; cuisines: readonly string[] },
  { preset, density, format }: Variant,
): Promise<Buffer> {
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
