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

/** On a dense screen a pixel is too small for its faults to show: those variants are compressed harder. */
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
