import type { MerchantImages } from '@dineward/core/photos/image-presets.ts'
import { drawingCode } from '@dineward/core/photos/photo-code.rules.ts'
import type { ShownPhoto } from './photos.read.ts'

export const imageBaseUrl = '/images/merchants'

export function imagesOf(merchant: {
  readonly name: string
  readonly cuisines: readonly string[]
  readonly photoCode: string
}): Required<MerchantImages> {
  return { imageBaseUrl, placeholder: merchant.photoCode || drawingCode(merchant) }
}

interface PhotographedMerchant {
  readonly id: string
  readonly photos: readonly ShownPhoto[]
  readonly menuImages: readonly string[]
}

export function photosOf({ id, photos }: PhotographedMerchant): { url: string; alt: string }[] {
  return photos
    .filter(({ kind }) => kind === 'place')
    .map(photo => ({ url: `${addressOf(id)}/photos/${photo.id}?v=${photo.code}`, alt: photo.alt }))
}

/** Pictures on other sites come first, then stored ones. */
export function menuImagesOf({ id, photos, menuImages }: PhotographedMerchant): string[] {
  const stored = photos.filter(({ kind }) => kind === 'menu')
  return [...menuImages, ...stored.map(({ code }, index) => `${addressOf(id)}/menu/${index + 1}?v=${code}`)]
}

const addressOf = (merchantId: string): string => `${imageBaseUrl}/${encodeURIComponent(merchantId)}`
