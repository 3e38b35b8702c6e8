import type { Rgb } from '@dineward/core/photos/photo-code.rules.ts'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { fileKind } from './file-kind.rules.ts'
import { type Picture, UploadError } from './pictures.service.ts'
import { printPdf } from './print-pdf.service.ts'

const maxPixels = 50_000_000
/** It is twice the widest preset: stored photos can be cropped and still fill a dense screen. */
const storedSize = 2_400

// The other loaders of libvips read what is never needed, such as SVG.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Tiff', 'Nsgif'].map(name => `VipsForeignLoad${name}Buffer`),
})
sharp.concurrency(1)
sharp.cache(false)

/**
 * It runs only in the child process. Photos stay pictures; of a PDF the first pages come one below the other. @throws
 * UploadError.
 */
export async function decodePicture(file: Buffer): Promise<Picture> {
  const kind = fileKind(file)
  const image = kind === 'pdf' ? await printPdf(file) : await open(file, kind === 'heif')
  const fitted = kind === 'pdf' ? image : image.resize(storedSize, storedSize, fit)
  const { data, info } = await fitted
    .flatten({ background: '#ffffff' })
    .toColorspace('srgb')
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .toBuffer({ resolveWithObject: true })
  return { content: data, width: info.width, height: info.height, ...(await mainColors(data)) }
}

const fit = { fit: 'inside', withoutEnlargement: true } as const

async function open(file: Buffer, isHeif: boolean): Promise<Sharp> {
  const metadata = await readMetadata(file)
  if (metadata.width * metadata.height > maxPixels)
    throw new UploadError('The picture has more than 50 megapixels.')
  const options = { limitInputPixels: maxPixels, failOn: 'error' } as const
  if (!isHeif || metadata.compression === 'av1') return sharp(file, options).autoOrient()
  // sharp's decoder reads AVIF only. This one applies the orientation itself.
  const { default: decodeHeic } = await import('heic-decode')
  const { width, height, data } = await decodeHeic({ buffer: file })
  return sharp(data, { raw: { width, height, channels: 4 } })
}

/** Without the limit, so that the size can be named. */
async function readMetadata(file: Buffer): Promise<Metadata> {
  try {
    return await sharp(file, { limitInputPixels: false }).metadata()
  } catch (error) {
    throw new UploadError(`The file is damaged: ${(error as Error).message}`)
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
