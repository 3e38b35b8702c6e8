import { createHash } from 'node:crypto'
import { type Crop, wholePhoto } from '@dineward/core/photos/crop.rules.ts'
import { photoCode, photoCodeWithSeed } from '@dineward/core/photos/photo-code.rules.ts'
import { fileKind } from '../uploads/file-kind.rules.ts'
import { type Picture, UploadError } from '../uploads/pictures.service.ts'
import { readPicture } from '../uploads/read-picture.service.ts'
import type { UploadContext } from '../uploads/scan-file.service.ts'

/** The message is a sentence for the person who gave the file. */
export class PhotoError extends Error {
  override readonly name = 'PhotoError'
}

export interface PhotoFile extends Picture {
  readonly contentHash: string
}

export const maxPhotoBytes = 20 * 1024 * 1024

/**
 * A file has at most 20 MB and 50 megapixels, and a GIF counts as its first frame. EXIF data is removed. @param sender
 * who has one file read at a time; null: the operator. @throws PhotoError, `file_infected`, `rate_limited`,
 * `unavailable`.
 */
export async function normalizePhoto(
  ctx: UploadContext,
  file: Buffer,
  sender: string | null = null,
): Promise<PhotoFile> {
  if (file.length > maxPhotoBytes) throw new PhotoError('The file is larger than 20 MB.')
  const kind = fileKind(file)
  if (kind === null || kind === 'pdf')
    throw new PhotoError('The file is not a JPEG, PNG, WebP, AVIF, HEIC, TIFF or GIF picture.')
  try {
    const picture = await readPicture(ctx, file, sender)
    return { ...picture, contentHash: createHash('sha256').update(picture.content).digest('hex') }
  } catch (error) {
    throw error instanceof UploadError ? new PhotoError(error.message) : error
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

function seedOf(contentHash: string, { focalX, focalY, ...rest }: Shown): string {
  const { cropLeft, cropTop, cropWidth, cropHeight } = { ...wholePhoto, ...rest }
  return `${contentHash} ${focalX} ${focalY} ${cropLeft} ${cropTop} ${cropWidth} ${cropHeight}`
}

export function codeWithCrop(
  { code, contentHash }: { readonly code: string; readonly contentHash: string },
  shown: Shown,
): string {
  return photoCodeWithSeed(code, seedOf(contentHash, shown))
}
