import type { MerchantImages } from '@dineward/core/photos/image-presets.ts'
import { type PictureOf, pictureCode } from '../../../../../packages/demo-world/src/pictures/picture-code.ts'
import { hashText } from '../../../../../packages/demo-world/src/seeded-random.ts'
import type { MenuSection } from '../merchants/merchants.tables.ts'

const imageBaseUrl = '/images/merchants'

const kept = new Map<string, { readonly cuisines: string; readonly images: Required<MerchantImages> }>()
const keptAtMost = 50_000

/** Where a restaurant's pictures are, and what they look like: `images` on the wire. Kept, since every list asks. */
export function imagesOf(merchant: PictureOf): Required<MerchantImages> {
  const cuisines = merchant.cuisines.join('|')
  const before = kept.get(merchant.id)
  if (before?.cuisines === cuisines) return before.images
  const images = { imageBaseUrl, placeholder: pictureCode(merchant) }
  if (kept.size >= keptAtMost) kept.clear()
  kept.set(merchant.id, { cuisines, images })
  return images
}

/** Count it up when menus are painted or encoded differently. */
const menuEdition = 1

/** Another for each menu that a restaurant ever had: of the cards painted of it. */
export const menuVersion = ({
  name,
  menu,
}: {
  readonly name: string
  readonly menu: readonly MenuSection[]
}) => hashText(`${menuEdition} ${name} ${JSON.stringify(menu)}`).toString(36)

/** Where pictures of its menu are: those that are painted here have an address for each menu that there ever was. */
export function menuImagesOf(
  merchant: Parameters<typeof menuVersion>[0] & { readonly menuImages: readonly string[] },
): string[] {
  const ours = `${imageBaseUrl}/`
  return merchant.menuImages.map(address =>
    address.startsWith(ours) ? `${address}?v=${menuVersion(merchant)}` : address,
  )
}
