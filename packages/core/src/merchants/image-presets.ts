/** Sizes a restaurant's picture comes in (shell §3.11): CSS pixels wide, and width over height. */
export const imagePresets = {
  thumbnail: { width: 200, ratio: 1.4 },
  card: { width: 500, ratio: 1.4 },
  detail: { width: 600, ratio: 1.6 },
} as const

export type ImagePreset = keyof typeof imagePresets
export const imagePresetNames = ['thumbnail', 'card', 'detail'] as const satisfies readonly ImagePreset[]

/** Pixels for each CSS pixel: ordinary and high-density screens. */
export type ImageDensity = 1 | 2

/** The size of a variant in pixels; at density 1 also its size on the page. */
export function imageSize(preset: ImagePreset, density: ImageDensity = 1): { width: number; height: number } {
  const { width, ratio } = imagePresets[preset]
  return { width: width * density, height: Math.round((width * density) / ratio) }
}

/** Where a restaurant's picture is (wire: Pages). `imageBaseUrl` is `images.imageBaseUrl` of the restaurant, without its id. */
export function promoImageUrl(
  imageBaseUrl: string,
  merchantId: string,
  preset: ImagePreset,
  density: ImageDensity = 1,
): string {
  const url = `${imageBaseUrl}/${encodeURIComponent(merchantId)}/promo?preset=${preset}`
  return density === 1 ? url : `${url}&dpr=${density}`
}
