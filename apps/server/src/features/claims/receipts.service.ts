import { maxReceiptBytes } from '@dineward/core/claims/receipt.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { limitConcurrency } from '../photos/concurrency.service.ts'
import { normalizePhoto, PhotoError } from '../photos/photo-file.service.ts'
import { isPdf, pdfProblem } from './receipt-pdf.rules.ts'

export interface Receipt {
  readonly type: 'image/jpeg' | 'application/pdf'
  readonly content: Buffer
}

/** Pictures take memory while they are decoded. */
const inTurn = limitConcurrency(2, 20)

export const receiptError = (message: string): AppError =>
  new AppError('validation_failed', { fieldErrors: [{ field: 'receipt', message }] })

export const receiptTooLarge = (): AppError => receiptError('The file can have at most 5 MB.')

/** A picture is encoded again; a PDF stays as it is, without scripts. @throws `validation_failed`. */
export async function checkReceipt(base64: string): Promise<Receipt> {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw receiptError('This is not a file in base64.')
  const file = Buffer.from(base64, 'base64')
  if (file.length > maxReceiptBytes) throw receiptTooLarge()
  if (isPdf(file)) {
    const problem = await pdfProblem(file)
    if (problem) throw receiptError(problem)
    return { type: 'application/pdf', content: file }
  }
  try {
    return { type: 'image/jpeg', content: (await inTurn(() => normalizePhoto(file))).content }
  } catch (error) {
    if (!(error instanceof PhotoError)) throw error
    throw receiptError('The file is not a picture or a PDF that we can read.')
  }
}
