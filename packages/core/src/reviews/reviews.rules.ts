import { daysBetween, type LocalDate } from '../shared/local-date.ts'

export const minReviewLength = 10
export const maxReviewLength = 2_000

export interface ReviewTerms {
  readonly days: number
  readonly since: LocalDate
}

export interface ReviewableDine {
  /** The restaurant's local date. */
  readonly dinedOn: LocalDate
  readonly status: 'Pending' | 'Awarded' | 'Deferred' | 'Paid' | 'Forfeit'
  /** It is null where the restaurant is unknown. */
  readonly merchantId: string | null
}

/** The rules are those of account §9, except for "not already reviewed". `today` is the restaurant's local date. */
export function canReview(
  dine: ReviewableDine,
  member: { readonly familyId: string | null },
  today: LocalDate,
  { days, since }: ReviewTerms,
): boolean {
  return (
    Boolean(member.familyId) &&
    dine.merchantId !== null &&
    dine.status !== 'Deferred' &&
    dine.status !== 'Forfeit' &&
    dine.dinedOn >= since &&
    daysBetween(dine.dinedOn, today) <= days
  )
}

/** A review is shown with it: "Ada M.". */
export function authorNameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  const [initial] = lastName.trim()
  return `${firstName.trim()}${initial ? ` ${initial.toUpperCase()}.` : ''}`
}

export type ReviewTextProblem = 'links' | 'contact'

/** What other guests have no use for, or what tells who someone is. */
export function reviewTextProblem(text: string): ReviewTextProblem | null {
  if (links.test(text)) return 'links'
  return contacts.some(pattern => pattern.test(text)) ? 'contact' : null
}

const links =
  /https?:|\bwww\.|\b[\w-]+\.(?:com|net|org|info|biz|shop|site|online|xyz|io|co|me|ru|cn)\b(?!\w)/i
const contacts = [
  // This finds an email address, also one spelled out.
  /[\w.+-]+\s?(?:@|\(at\)|\[at\])\s?[\w-]+\s?(?:\.|\(dot\)|\[dot\])\s?\w{2,}/i,
  /(?:^|\s)@\w{3,}/,
  // This finds seven digits or more of a telephone or account number.
  /\d(?:[\s().-]{0,2}\d){6,}/,
]
