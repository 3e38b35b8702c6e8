/**
 * Sizes a restaurant's picture comes in (shell §3.11): CSS pixels wide, and width over height. `portrait` is beside the
 * text in dense lists, 112 px wide there: sharp enough on phones, in half the bytes of a thumbnail.
 */
export const imagePresets = {
  portrait: { width: 128, ratio: 0.8 },
  thumbnail: { width: 200, ratio: 1.4 },
  card: { width: 500, ratio: 1.4 },
  detail: { width: 600, ratio: 1.6 },
  /** Of content: beside a page's title, and in lists. */
  banner: { width: 600, ratio: 4 / 3 },
  tile: { width: 240, ratio: 4 / 3 },
} as const

export type ImagePreset = keyof typeof imagePresets
export const imagePresetNames = [
  'portrait',
  'thumbnail',
  'card',
  'detail',
  'banner',
  'tile',
] as const satisfies readonly ImagePreset[]

/** It counts pixels for each CSS pixel, on ordinary and high-density screens. */
export type ImageDensity = 1 | 2

/** @returns the size of a variant in pixels; at density 1 it is also its size on the page. */
export function imageSize(preset: ImagePreset, density: ImageDensity = 1): { width: number; height: number } {
  const { width, ratio } = imagePresets[preset]
  return { width: width * density, height: Math.round((width * density) / ratio) }
}

export interface MerchantImages {
  /** It is without the restaurant's id. */
  readonly imageBaseUrl: string
  readonly placeholder?: string
}

/** Pictures on other sites have one size. */
export function sizedImageUrl(address: string, preset: ImagePreset, density: ImageDensity): string {
  if (!address.startsWith('/')) return address
  return `${address}${address.includes('?') ? '&' : '?'}preset=${preset}&dpr=${density}`
}

/** Each version has its own address, cached forever (wire: Pages). */
export function promoImageUrl(
  { imageBaseUrl, placeholder = '' }: MerchantImages,
  merchantId: string,
  preset: ImagePreset,
  density: ImageDensity = 1,
): string {
  const parameters = [
    `preset=${preset}`,
    ...(density === 1 ? [] : [`dpr=${density}`]),
    ...(placeholder === '' ? [] : [`v=${placeholder}`]),
  ]
  return `${imageBaseUrl}/${encodeURIComponent(merchantId)}/promo?${parameters.join('&')}`
}
