import type * as z from 'zod/mini'
import { lookUp } from '../look-up.ts'

type Issue = z.core.$ZodRawIssue

const things = { string: 'characters', array: 'entries', set: 'entries' } satisfies Record<string, string>
const kinds = {
  string: 'text',
  number: 'a number',
  nan: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  date: 'a date',
} satisfies Record<string, string>
const formats = {
  email: 'This is not a valid email address.',
  url: 'This is not a web address.',
  date: 'This is not a date.',
  datetime: 'This is not a date and time.',
} satisfies Record<string, string>

export const unknownField = 'This field is not known.'

/** What is wrong with a field, for people; contracts say it where they know better. */
export function fieldMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This field is required.'
      return `This must be ${lookUp(kinds, issue.expected) ?? 'an object'}.`
    case 'too_small':
      return sizeMessage(issue.origin, 'at least', Number(issue.minimum), issue.inclusive !== false)
    case 'too_big':
      return sizeMessage(issue.origin, 'at most', Number(issue.maximum), issue.inclusive !== false)
    case 'invalid_value':
      return `This must be one of: ${issue.values.map(String).join(', ')}.`
    case 'unrecognized_keys':
      return unknownField
    case 'invalid_format':
      return lookUp(formats, issue.format) ?? 'This does not have the right form.'
    default:
      return 'This value is not valid.'
  }
}

function sizeMessage(
  origin: string,
  limit: 'at least' | 'at most',
  count: number,
  inclusive: boolean,
): string {
  const thing = lookUp(things, origin)
  if (thing && limit === 'at least' && count === 1) return 'This field is required.'
  if (thing) return `This ${limit === 'at least' ? 'must' : 'can'} have ${limit} ${count} ${thing}.`
  if (inclusive) return `This must be ${limit} ${count}.`
  return `This must be ${limit === 'at least' ? 'more' : 'less'} than ${count}.`
}
