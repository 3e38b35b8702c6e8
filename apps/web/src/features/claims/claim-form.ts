import type { Claim, postClaim } from '@dineward/core/claims/claims.contract.ts'
import { claimCents } from '@dineward/core/claims/claims.rules.ts'
import { maxReceiptBytes } from '@dineward/core/claims/receipt.rules.ts'
import { decimalOfCents, parseTypedCents } from '@dineward/core/shared/money.ts'
import type { AppContext } from '../../app-context.ts'
import { ApiError, isUnauthorized } from '../../lib/api/api-client.ts'
import { errorText } from '../../partner/error-text.ts'
import { copyWriter } from '../../partner/partner-context.tsx'
import { type FieldProblems, textOf } from '../../ui/form/form-data.ts'
import { type FormResult, rejectForm } from '../../ui/form/form-result.ts'

/** Which days can be reported depends on the restaurant's calendar: the server says so. */
export function claimProblems(app: AppContext, form: FormData): FieldProblems {
  const copy = copyWriter(app)
  return {
    ...(textOf(form, 'dinedOn') === '' ? { dinedOn: copy('claim.date.required') } : {}),
    ...(claimCents(amountOf(form)) === null ? { amount: copy('claim.amount.required') } : {}),
  }
}

/** Empty where it is no amount. */
function amountOf(form: FormData): string {
  const cents = parseTypedCents(textOf(form, 'amount'))
  return cents === null ? '' : decimalOfCents(cents)
}

/** @returns the claim, or the form with its errors. @throws `unauthorized`: what was typed is in the draft. */
export async function sendClaim(
  app: AppContext,
  form: FormData,
  merchantId: string,
): Promise<{ claim: Claim } | FormResult> {
  const copy = copyWriter(app)
  const reject = (problems: FieldProblems) => rejectForm(form, { fieldErrors: problems, secret: ['receipt'] })
  const problems = claimProblems(app, form)
  if (Object.keys(problems).length > 0) return reject(problems)
  const receipt = await receiptOf(form)
  if (receipt && receipt.size > maxReceiptBytes) return reject({ receipt: copy('claim.receipt.tooLarge') })
  try {
    const body = new FormData()
    body.set('merchantId', merchantId)
    body.set('dinedOn', textOf(form, 'dinedOn'))
    body.set('amount', amountOf(form))
    body.set('cardId', textOf(form, 'cardId'))
    body.set('note', textOf(form, 'note').trim())
    if (receipt) body.set('receipt', receipt, 'receipt')
    return await app.api.call<typeof postClaim>('POST', '/api/Member/Claims', { body })
  } catch (error) {
    if (isUnauthorized(error)) throw error
    const fields = error instanceof ApiError ? error.fieldErrors : []
    const known = fields.filter(({ field }) => form.has(field))
    if (known.length > 0)
      return reject(Object.fromEntries(known.map(({ field, message }) => [field, message])))
    return rejectForm(form, {
      formErrors: [fields[0]?.message ?? errorText(app, error)],
      secret: ['receipt'],
    })
  }
}

/** The server has read it already, as base64, where a browser without script posted the form. */
async function receiptOf(form: FormData): Promise<Blob | null> {
  const receipt = form.get('receipt')
  if (!receipt) return null
  if (typeof receipt === 'string')
    return new Blob([Uint8Array.from(atob(receipt), character => character.charCodeAt(0))])
  return receipt.size === 0 ? null : shrinkPicture(receipt)
}

/** Cameras make pictures of 10 MB; a receipt is legible in far less. */
const largeBytes = 1_000_000
const longestSide = 2_200

/** A large picture as a smaller JPEG; anything else as it is. */
async function shrinkPicture(file: File): Promise<Blob> {
  if (!file.type.startsWith('image/') || file.size <= largeBytes) return file
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const smaller = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.85))
    return smaller && smaller.size < file.size ? smaller : file
  } catch {
    // A format that this browser cannot draw: the server may read it.
    return file
  }
}
