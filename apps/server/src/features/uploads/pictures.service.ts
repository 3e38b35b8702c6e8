import type { Rgb } from '@dineward/core/photos/photo-code.rules.ts'

/** It is an upright sRGB JPEG without metadata. */
export interface Picture {
  readonly content: Buffer
  readonly width: number
  readonly height: number
  readonly edge: Rgb
  readonly middle: Rgb
}

/**
 * The child process answers it; `isSpent` means that it holds so much memory that another one should take the next
 * file.
 */
export type DecoderAnswer = ({ readonly picture: Picture } | { readonly problem: string }) & {
  readonly isSpent: boolean
}

/** The message is a sentence for the person who sent the file. */
export class UploadError extends Error {
  override readonly name = 'UploadError'
}
