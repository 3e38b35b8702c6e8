import type { ImageDensity, ImagePreset } from '@dineward/core/photos/image-presets.ts'
import type { Sharp } from 'sharp'

export type ImageFormat = 'avif' | 'webp' | 'jpeg'

export interface Variant {
  readonly preset: ImagePreset
  readonly density: ImageDensity
  readonly format: ImageFormat
}

interface Format {
  readonly type: string
  encode(image: Sharp, density: ImageDensity): Sharp
}

/** Dense screens hide compression: those variants are compressed harder. */
export const imageFormats: Record<ImageFormat, Format> = {
  avif: {
    type: 'image/avif',
    encode: (image, density) =>
      image.avif({ quality: density === 2 ? 36 : 44, effort: 2, chromaSubsampling: '4:2:0' }),
  },
  webp: {
    type: 'image/webp',
    encode: (image, density) => image.webp({ quality: density === 2 ? 58 : 70, effort: 4 }),
  },
  jpeg: {
    type: 'image/jpeg',
    encode: (image, density) => image.jpeg({ quality: density === 2 ? 62 : 74, mozjpeg: true }),
  },
}

/** AVIF or WebP where the browser names them; a wildcard promises nothing, so it gets JPEG. */
export function formatFor(accept = ''): ImageFormat {
  const named = accept
    .split(',')
    .map(part => part.trim().toLowerCase())
    .filter(part => !/;\s*q=0(\.0*)?$/.test(part))
    .map(part => part.split(';')[0])
  if (named.includes('image/avif')) return 'avif'
  return named.includes('image/webp') ? 'webp' : 'jpeg'
}
