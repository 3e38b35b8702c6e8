import { lookUp } from '../shared/look-up.ts'

export type NumberKind =
  | 'dollars'
  | 'percent'
  | 'units'
  | 'minutes'
  | 'hours'
  | 'days'
  | 'weeks'
  | 'months'
  | 'dines'

export interface ClaimedNumber {
  readonly kind: NumberKind
  readonly value: number
  /** They are as the text has them. */
  readonly words: string
  readonly sentence: string
}

/** Tags are taken out; what placeholders fill in is no number of the text's own. */
export const wordsOf = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\{[a-z][a-z0-9 ]*\}/g, '…')
    .replaceAll(/\s+/g, ' ')

const spelled = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fourteen: 14,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  sixty: 60,
  ninety: 90,
}

const number = String.raw`(?<![\d.,$])(\d[\d,]*(?:\.\d+)?|\b(?:${Object.keys(spelled).join('|')})\b)`
const counted = (words: string) => new RegExp(`${number}[ -](?:${words})\\b`, 'gi')

const patterns: Readonly<Record<NumberKind, RegExp>> = {
  dollars: /\$(\d[\d,]*(?:\.\d+)?)/g,
  percent: new RegExp(`${number} ?(?:%|percent\\b)`, 'gi'),
  units: counted('(?:bonus |extra )?(?:points?|miles?|dollars?)'),
  minutes: counted('minutes?'),
  hours: counted('hours?'),
  days: counted('days?'),
  weeks: counted('weeks?'),
  months: counted('months?'),
  dines: counted('(?:more |new |first )?(?:dinners?|dines|meals|lunches)'),
}

/** These numbers mean money, a rate, a time or dines. “One” is left out: it is an article as often as a number. */
export function claimedNumbersIn(text: string): ClaimedNumber[] {
  return text.split(/(?<=[.!?])\s+/).flatMap(sentence =>
    Object.entries(patterns).flatMap(([kind, pattern]) =>
      Array.from(sentence.matchAll(pattern), ([words, found = '']) => ({
        kind: kind as NumberKind,
        value: lookUp(spelled, found.toLowerCase()) ?? Number(found.replaceAll(',', '')),
        words: words.trim(),
        sentence,
      })),
    ),
  )
}
