import { containsCardNumber } from '@dineward/core/cards/card-number.rules.ts'

export interface PrivateLine {
  /** What the line tells. */
  readonly what: string
  readonly line: string
}

/** The journeys sign in with these, or mistype them. */
const journeyPasswords = /(?:Dinner|Supper)-For-\d!|not-the-password-\d/

/** What the log writes instead of an email address begins with a parenthesis. */
const patterns: Readonly<Record<string, RegExp>> = {
  'an email address': /[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/i,
  'a password': journeyPasswords,
  'a personal field':
    /"(?:\w*[pP]assword\w*|email|userName|firstName|lastName|phoneNumber|memberNumber|address1|token|cookie|authorization)":"[^"(]/,
  // The database's codes of errors have five.
  'a code': /"code":"\d{6}"/,
  'a token or code of an address': /[?&](?:token|code)=[\w%-]/,
  'a token': /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{43}(?![\w-])/,
  'a telephone number': /(?<![\w.-])\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}(?!\w)/,
}

/** Durations of some seconds have as many digits as a card number. */
const decimals = /(?<=:)\d+\.\d+(?=[,}])/g

/** @param people names, numbers and addresses of those that there are. */
export function privateLines(log: string, people: readonly string[]): PrivateLine[] {
  const known = people.filter(value => value.length > 2).map(value => value.replace(/\W/g, '\\$&'))
  const person = known.length > 0 ? new RegExp(`(?<!\\w)(?:${known.join('|')})(?!\\w)`) : null
  const finds: [what: string, isTold: (line: string) => boolean][] = [
    ['a card number', line => containsCardNumber(line.replace(decimals, ''))],
    ['a person', line => person?.test(line) ?? false],
  ]
  for (const [what, pattern] of Object.entries(patterns)) finds.push([what, line => pattern.test(line)])
  return withoutBanner(log)
    .split('\n')
    .flatMap(line => finds.flatMap(([what, isTold]) => (isTold(line) ? [{ what, line }] : [])))
}

/** At its start the demo prints its accounts and their password; every line of that is indented. */
const withoutBanner = (log: string): string => log.replace(/^ {2}Dineward is ready\.\n(?: .*\n|\n)*/gm, '')
