import { createHash } from 'node:crypto'
import { type Crop, wholePhoto } from '@dineward/core/photos/crop.rules.ts'
import { photoCode, photoCodeWithSeed, type Rgb } from '@dineward/core/photos/photo-code.rules.ts'
import sharp, { type Metadata, type Sharp } from 'sharp'

/** The message is a sentence for the person who gave the file. */
export class PhotoError extends Error {
  override readonly name = 'PhotoError'
}

/** An upright sRGB JPEG without metadata. */
export interface PhotoFile {
  readonly content: Buffer
  readonly contentHash: string
  readonly width: number
  readonly height: number
  readonly edge: Rgb
  readonly middle: Rgb
}

export const maxPhotoBytes = 20 * 1024 * 1024
const maxPixels = 50_000_000
/** Twice the widest preset: stored photos can be cropped and still fill a dense screen. */
const storedSize = 2_400
const formats = new Set(['jpeg', 'png', 'webp', 'heif', 'tiff', 'gif'])

/** At most 20 MB and 50 megapixels; the first frame of a GIF. Removes EXIF data. @throws PhotoError. */
export async function normalizePhoto(file: Buffer): Promise<PhotoFile> {
  if (file.length > maxPhotoBytes) throw new PhotoError('The file is larger than 20 MB.')
  try {
    const image = await decode(file)
    const { data, info } = await image
      .flatten({ background: '#ffffff' })
      .resize(storedSize, storedSize, { fit: 'inside', withoutEnlargement: true })
      .toColorspace('srgb')
      .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
      .toBuffer({ resolveWithObject: true })
    return {
      content: data,
      contentHash: createHash('sha256').update(data).digest('hex'),
      width: info.width,
      height: info.height,
      ...(await mainColors(data)),
    }
  } catch (error) {
    if (error instanceof PhotoError) throw error
    throw new PhotoError(`The file is damaged: ${error instanceof Error ? error.message : error}`)
  }
}

/** Changes with the content and the crop. */
export function codeOf(
  { edge, middle, contentHash }: Pick<PhotoFile, 'edge' | 'middle' | 'contentHash'>,
  shown: Shown,
): string {
  return photoCode(edge, middle, seedOf(contentHash, shown))
}

interface Shown extends Partial<Crop> {
  readonly focalX: number
  readonly focalY: number
}

/** The crop of the whole photo adds nothing: addresses of before stay. */
function seedOf(contentHash: string, { focalX, focalY, ...rest }: Shown): string {
  const { cropLeft, cropTop, cropWidth, cropHeight } = { ...wholePhoto, ...rest }
  const isWhole = cropWidth === 1 && cropHeight === 1
  const crop = isWhole ? '' : ` ${cropLeft} ${cropTop} ${cropWidth} ${cropHeight}`
  return `${contentHash} ${focalX} ${focalY}${crop}`
}

export function codeWithCrop(
  { code, contentHash }: { readonly code: string; readonly contentHash: string },
  shown: Shown,
): string {
  return photoCodeWithSeed(code, seedOf(contentHash, shown))
}

async function decode(file: Buffer): Promise<Sharp> {
  const options = { limitInputPixels: maxPixels, failOn: 'error' } as const
  const metadata = await readMetadata(file)
  if (!metadata || !formats.has(metadata.format ?? ''))
    throw new PhotoError('The file is not a JPEG, PNG, WebP, AVIF, HEIC, TIFF or GIF picture.')
  if (metadata.width * metadata.height > maxPixels)
    throw new PhotoError('The picture has more than 50 megapixels.')
  if (metadata.format !== 'heif' || metadata.compression === 'av1') return sharp(file, options).autoOrient()
  // sharp's decoder reads AVIF only. This one applies the orientation itself.
  const { default: decodeHeic } = await import('heic-decode')
  const { width, height, data } = await decodeHeic({ buffer: file })
  return sharp(data, { raw: { width, height, channels: 4 } })
}

/** Null where the file is no picture. Without the limit, so that the caller can name the size. */
async function readMetadata(file: Buffer): Promise<Metadata | null> {
  try {
    return await sharp(file, { limitInputPixels: false }).metadata()
  } catch {
    return null
  }
}

async function mainColors(content: Buffer): Promise<{ edge: Rgb; middle: Rgb }> {
  const { data, info } = await sharp(content)
    .resize(3, 3, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixel = (index: number): number[] => [
    ...data.subarray(index * info.channels, index * info.channels + 3),
  ]
  const rim = [0, 1, 2, 3, 5, 6, 7, 8].map(pixel)
  const mean = (channel: number) => rim.reduce((sum, color) => sum + (color[channel] ?? 0), 0) / rim.length
  const [red = 0, green = red, blue = red] = pixel(4)
  return { edge: [mean(0), mean(1), mean(2)], middle: [red, green, blue] }
}
