import * as z from 'zod/mini'
import { isLocalDate, type LocalDate, weekdays } from '../shared/local-date.ts'

const date = z.string().check(z.refine(isLocalDate, 'Enter a date such as 2026-03-10.'))
const limit = (maximum: number) => z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(maximum)))

/** A restaurant's terms in one program. Dates are those of the restaurant. */
export const participationTermsSchema = z.object({
  /** It takes part from that day; one that left does again from that day. */
  joinedOn: date,
  /** The first day it no longer takes part. */
  leftOn: z.nullable(date),
  benefitDays: z.array(z.enum(weekdays)).check(z.minLength(1, 'Choose a day at least.'), z.maxLength(7)),
  campaignCodes: z
    .array(z.string().check(z.trim(), z.regex(/^[\w-]{1,40}$/, 'A code has letters, digits, _ and - only.')))
    .check(z.maxLength(20)),
  maxSpendPerMonthCents: limit(100_000_000),
  maxVisitsPerMonth: limit(1_000),
  /** It is in the program's unit, for a table booked here; null keeps what the program says. */
  reservationBonus: z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000))),
  /** It is a share of the net spend; null keeps what the program says. */
  feeBasisPoints: z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(10_000))),
})
export type ParticipationTerms = z.infer<typeof participationTermsSchema>

/** What can change on a day to come, while it takes part. */
export const termConditionsSchema = z.pick(participationTermsSchema, {
  benefitDays: true,
  campaignCodes: true,
  maxSpendPerMonthCents: true,
  maxVisitsPerMonth: true,
  reservationBonus: true,
  feeBasisPoints: true,
})
export type TermConditions = z.infer<typeof termConditionsSchema>

export type ParticipationStatus = 'coming' | 'active' | 'left'

/** @param today the restaurant's date */
export function participationStatus(
  { joinedOn, leftOn }: Pick<ParticipationTerms, 'joinedOn' | 'leftOn'>,
  today: LocalDate,
): ParticipationStatus {
  if (leftOn !== null && leftOn <= today) return 'left'
  return joinedOn > today ? 'coming' : 'active'
}

export type TermsChange =
  | { readonly kind: 'join' }
  /** Its first terms have not begun. */
  | { readonly kind: 'moveStart' }
  /** It left, and the terms of then are kept. */
  | { readonly kind: 'return'; readonly from: LocalDate }
  /** Those of before are kept for the days before today. */
  | { readonly kind: 'change'; readonly from: LocalDate }
  /** Nothing that earlier days go by. */
  | { readonly kind: 'keep' }

export interface TermsProblem {
  readonly field: 'joinedOn' | 'leftOn' | 'from'
  readonly message: string
}

/**
 * What of the terms before has to be kept. Past days cannot be changed: their dines were decided.
 * @param before null where it never took part
 */
export function planTermsChange(
  before: ParticipationTerms | null,
  after: ParticipationTerms,
  today: LocalDate,
): TermsChange | TermsProblem {
  const { joinedOn, leftOn } = after
  if (leftOn !== null && leftOn < joinedOn)
    return { field: 'leftOn', message: 'This is before it takes part.' }
  if (leftOn !== null && leftOn < today && leftOn !== before?.leftOn)
    return { field: 'leftOn', message: 'It can leave today at the earliest.' }
  const startsAnew = joinedOn !== before?.joinedOn
  if (startsAnew && joinedOn < today)
    return { field: 'joinedOn', message: 'It can take part from today at the earliest.' }
  if (!before) return { kind: 'join' }
  if (participationStatus(before, today) === 'coming' && before.leftOn !== before.joinedOn)
    return startsAnew ? { kind: 'moveStart' } : { kind: 'keep' }
  if (startsAnew) {
    if (participationStatus(before, today) !== 'left')
      return { field: 'joinedOn', message: 'It takes part now. It can return once it has left.' }
    return { kind: 'return', from: joinedOn }
  }
  if (participationStatus(before, today) === 'left' && leftOn !== before.leftOn)
    return { field: 'joinedOn', message: 'It has left. Enter the day from which it takes part again.' }
  return areSameForPastDays(before, after) ? { kind: 'keep' } : { kind: 'change', from: today }
}

/** @returns null where terms may change on that day. */
export function comingTermsProblem(
  current: Pick<ParticipationTerms, 'joinedOn' | 'leftOn'>,
  from: LocalDate,
  today: LocalDate,
): TermsProblem | null {
  if (from <= today) return { field: 'from', message: 'Choose a day after today.' }
  if (from < current.joinedOn)
    return {
      field: 'from',
      message: 'It does not take part yet by then. Change the terms that it joins with.',
    }
  if (current.leftOn !== null && from >= current.leftOn)
    return { field: 'from', message: 'It has left by then.' }
  return null
}

/** A booking remembers the bonus that it was promised. */
function areSameForPastDays(one: ParticipationTerms, other: ParticipationTerms): boolean {
  const ofDays = (terms: ParticipationTerms) => [
    weekdays.filter(day => terms.benefitDays.includes(day)),
    terms.campaignCodes.toSorted(),
    terms.maxSpendPerMonthCents,
    terms.maxVisitsPerMonth,
    terms.feeBasisPoints,
  ]
  return JSON.stringify(ofDays(one)) === JSON.stringify(ofDays(other))
}
