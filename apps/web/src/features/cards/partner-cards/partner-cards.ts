import type { CardRegistration } from '@dineward/core/cards/cards.contract.ts'
import type { AppContext } from '../../../app-context.ts'
import { isUnauthorized } from '../../../lib/api/api-client.ts'
import { errorText } from '../../../partner/error-text.ts'
import { copyWriter } from '../../../partner/partner-context.tsx'
import { botCheckAnswerOf, type FieldProblems, isTicked } from '../../../ui/form/form-data.ts'
import { type FormResult, rejectForm } from '../../../ui/form/form-result.ts'
import { linkCards } from '../cards.queries.ts'

/** Account §9 sets it. */
const maxSelected = 12
const prefix = 'card_'
export const optInField = 'partnerCardsOptIn'
export const partnerCardField = (partnerCardId: string): string => prefix + partnerCardId

export interface PartnerCardsResult {
  readonly rejected?: FormResult
  readonly registrations?: readonly CardRegistration[]
}

export const mostSelectable = (left: number): number => Math.min(left, maxSelected)

/** `left` is how many cards the member can still link. */
export function partnerCardProblems(app: AppContext, form: FormData, left = maxSelected): FieldProblems {
  const copy = copyWriter(app)
  const count = selectedCards(form).length
  const most = mostSelectable(left)
  return {
    ...(count === 0 ? { '': copy('addCard.partnerCards.required') } : {}),
    ...(count > most ? { '': copy('addCard.partnerCards.tooMany', { count: String(most) }) } : {}),
    ...(isTicked(form, optInField) ? {} : { [optInField]: copy('validation.cardOptIn') }),
  }
}

export async function linkPartnerCards(
  app: AppContext,
  form: FormData,
  link: typeof linkCards = linkCards,
): Promise<PartnerCardsResult> {
  const fieldErrors = partnerCardProblems(app, form)
  if (Object.keys(fieldErrors).length > 0) return { rejected: rejectForm(form, { fieldErrors }) }
  try {
    return { registrations: await link(app, selectedCards(form), botCheckAnswerOf(form)) }
  } catch (error) {
    if (isUnauthorized(error)) throw error
    return { rejected: rejectForm(form, { formErrors: [errorText(app, error)] }) }
  }
}

const selectedCards = (form: FormData) =>
  [...form.keys()]
    .filter(name => name.startsWith(prefix))
    .map(name => ({ partnerCardId: name.slice(prefix.length) }))
