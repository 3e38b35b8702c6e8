import type { Claim, postClaim } from '@dineward/core/claims/claims.contract.ts'
import { claimCents } from '@dineward/core/claims/claims.rules.ts'
import { maxReceiptBytes } from '@dineward/core/claims/receipt.rules.ts'
import { decimalOfCents, parseTypedCents } from '@dineward/core/shared/money.ts'
import type { AppContext } from '../../app-context.ts'
import { ApiError, isUnauthorized } from '../../lib/api-client.ts'
import { errorText } from '../../partner/error-text.ts'
import { copyWriter } from '../../partner/partner-context.tsx'
import { type FieldProblems, textOf } from '../../ui/form-data.ts'
import { type FormResult, rejectForm } from '../../ui/form-result.ts'
import { shrinkPicture } from './shrink-picture.ts'

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
  if (receipt.length > (maxReceiptBytes * 4) / 3 + 4)
    return reject({ receipt: copy('claim.receipt.tooLarge') })
  try {
    const [cardId, note] = [textOf(form, 'cardId'), textOf(form, 'note').trim()]
    const body = {
      merchantId,
      dinedOn: textOf(form, 'dinedOn'),
      amount: amountOf(form),
      ...(cardId ? { cardId } : {}),
      ...(note ? { note } : {}),
      ...(receipt ? { receipt } : {}),
    }
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

/** In base64. The server has read it already where a browser without script posted the form. */
async function receiptOf(form: FormData): Promise<string> {
  const receipt = form.get('receipt')
  if (receipt === null || typeof receipt === 'string') return receipt ?? ''
  if (receipt.size === 0) return ''
  return base64Of(await shrinkPicture(receipt))
}

function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
