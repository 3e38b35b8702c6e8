import { imageSize } from '@dineward/core/photos/image-presets.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Sharp } from 'sharp'
import { paintMenuCard } from '../../../../../packages/demo-world/src/pictures/menu-card.ts'
import { paintMerchantPicture } from '../../../../../packages/demo-world/src/pictures/merchant-picture.ts'
import { menuCards } from '../../../../../packages/demo-world/src/restaurants/menu-cards.ts'
import type { Db } from '../../db/open-database.ts'
import { limitConcurrency, singleFlight } from './concurrency.service.ts'
import { fileCache } from './image-cache.service.ts'
import { imageFormats, type Variant } from './image-variants.rules.ts'
import { cuisinesOfMerchant, menuOfMerchant } from './photos.repository.ts'
import { imagesOf, menuVersion } from './photos.view.ts'

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
  /**
   * A card of the menu as it is now, counted from 1, and the menu's version. Throws `merchant_not_found`, and
   * `not_found` where there is no such card.
   */
  menuCard(merchantId: string, number: number, variant: Variant): Promise<{ image: Buffer; version: string }>
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
    const { width, height } = imageSize(variant.preset, variant.density)
    const image = await once(file, variant, () => paintMerchantPicture(merchant, width, height))
    return { image, isThatVersion: version === null || version === placeholder }
  }

  function once(file: string, variant: Variant, paint: () => Promise<Sharp>): Promise<Buffer> {
    return oneEncoding(file, async () => {
      const kept = await cache.read(file)
      if (kept) return kept
      const image = await inTurn(async () =>
        imageFormats[variant.format].encode(await paint(), variant.density).toBuffer(),
      )
      await cache.write(file, image)
      return image
    })
  }

  return {
    variant: (merchantId, variant, version = null) =>
      oneLookup(fileName(version ?? '', merchantId, variant), () => find(merchantId, variant, version)),
    async menuCard(merchantId, number, variant) {
      const merchant = await menuOfMerchant(db, merchantId)
      if (!merchant) throw new AppError('merchant_not_found')
      if (number > menuCards(merchant.menu).length) throw new AppError('not_found')
      const version = menuVersion(merchant)
      const file = fileName(`menu${number}${version}`, merchantId, variant)
      const { width } = imageSize(variant.preset, variant.density)
      return { image: await once(file, variant, () => paintMenuCard(merchant, number, width)), version }
    },
  }
}

const fileName = (version: string, merchantId: string, { preset, density, format }: Variant) =>
  `${version}-${merchantId}-${preset}-${density}.${format}`
