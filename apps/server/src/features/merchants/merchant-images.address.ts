import type { MerchantImages } from '@dineward/core/merchants/image-presets.ts'
import { type PictureOf, pictureCode } from '../../demo/pictures/picture-code.ts'

const kept = new Map<string, { readonly cuisines: string; readonly images: Required<MerchantImages> }>()
const keptAtMost = 50_000

/** Where a restaurant's pictures are, and what they look like: `images` on the wire. Kept, since every list asks. */
export function imagesOf(merchant: PictureOf): Required<MerchantImages> {
  const cuisines = merchant.cuisines.join('|')
  const before = kept.get(merchant.id)
  if (before?.cuisines === cuisines) return before.images
  const images = { imageBaseUrl: '/images/merchants', placeholder: pictureCode(merchant) }
  if (kept.size >= keptAtMost) kept.clear()
  kept.set(merchant.id, { cuisines, images })
  return images
}
