import { maxReceiptBytes } from '@dineward/core/claims/receipt.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { MemberContext } from '../../context.ts'
import { UploadError } from '../uploads/pictures.service.ts'
import { readPicture } from '../uploads/read-picture.service.ts'
import type { LimitRefused } from '../uploads/refused-uploads.service.ts'
import type { UploadContext } from '../uploads/scan-file.service.ts'

export interface Receipt {
  readonly type: 'image/jpeg'
  readonly content: Buffer
}

export type ReceiptContext = Pick<MemberContext, 'partner' | 'actor'> &
  UploadContext & {
    readonly limitRefused: LimitRefused
  }

export const receiptError = (message: string): AppError =>
  new AppError('validation_failed', { fieldErrors: [{ field: 'receipt', message }] })

export const receiptTooLarge = (): AppError => receiptError('The file can be up to 5 MB.')

/** A picture is encoded again, and a PDF printed to one. @throws `validation_failed`, `file_infected`, `rate_limited`, `unavailable`. */
export async function checkReceipt(ctx: ReceiptContext, base64: string): Promise<Receipt> {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw receiptError('This is not a file in base64.')
  const file = Buffer.from(base64, 'base64')
  if (file.length > maxReceiptBytes) throw receiptTooLarge()
  const sender = `${ctx.partner.slug} ${ctx.actor.id}`
  const { content } = await ctx.limitRefused(sender, () =>
    readPicture(ctx, file, sender).catch((error: unknown) => {
      throw error instanceof UploadError ? receiptError(sentenceOf(error)) : error
    }),
  )
  return { type: 'image/jpeg', content }
}

/** What a decoder says of a damaged file helps nobody. */
const sentenceOf = ({ message }: UploadError): string =>
  /damaged|not a picture/.test(message) ? 'The file is not a picture or a PDF that we can read.' : message
