import { currencyWords, type WithSettings } from '../partner/partner-questions.ts'

export const passwordMinLength = 8
export const passwordMaxLength = 56

/** It is applied wherever a password enters, so that a longer one still signs in (shell §5). */
export function cutPassword(password: string): string {
  return password.slice(0, passwordMaxLength)
}

export type NamedPartner = WithSettings<
  'name' | 'programName' | 'memberNumber' | 'currencyType' | 'currencyWords'
>

/** Whose password it is: everybody knows these. */
export interface PasswordOwner {
  readonly firstName?: string
  readonly lastName?: string
  readonly email?: string
}

/** Shorter ones are in too many other words. */
const shortestWord = 4

/** What is guessed first here: the partner's words and the person's own, the longest first. */
export function guessableWords(partner: NamedPartner, owner: PasswordOwner = {}): string[] {
  const { name, programName, memberNumber } = partner.settings
  const { singular, plural, bonus } = currencyWords(partner)
  const { firstName = '', lastName = '', email = '' } = owner
  const ofPartner = [name, programName, memberNumber?.label ?? '', singular, plural, bonus]
  return guessableOf([...ofPartner, firstName, lastName, `${firstName} ${lastName}`, ...addressWords(email)])
}

/** The whole address, and what is before the at sign: the name of a mail service is in too many other words. */
export const addressWords = (email: string): string[] => [email, email.split('@')[0] ?? '']

/** They are these texts and their words, the longest first. */
export function guessableOf(texts: readonly string[]): string[] {
  const words = texts.flatMap(text => [text, text.replace(/\P{L}/gu, ''), ...text.split(/\P{L}+/u)])
  return [...new Set(words.map(word => word.toLowerCase()))]
    .filter(word => word.length >= shortestWord)
    .sort((one, other) => other.length - one.length)
}

/** Whether less than a password is left without these words, or nothing but digits and signs. */
export function isMadeOf(words: readonly string[], password: string): boolean {
  const typed = cutPassword(password).toLowerCase()
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), typed)
  return rest.length < passwordMinLength || (rest !== typed && !/\p{L}/u.test(rest))
}

export const passwordStrengths = ['weak', 'fair', 'good', 'strong'] as const
export type PasswordStrength = (typeof passwordStrengths)[number]

/** Bits of a guess by brute force, from which a level starts. */
const bitsFrom = { fair: 36, good: 56, strong: 75 } as const

/** These are the most common stems; the server has the list of passwords. */
const commonStems = [
  'password',
  'passw0rd',
  'qwerty',
  'qwer',
  'asdf',
  'letmein',
  'welcome',
  'iloveyou',
  'admin',
]

/** It is an estimate while typing: repetitions, sequences and guessable words do not count. */
export function passwordStrength(password: string, words: readonly string[]): PasswordStrength {
  const typed = cutPassword(password)
  if (typed.length < passwordMinLength) return 'weak'
  const rest = [...words, ...commonStems].reduce(
    (left, word) => left.replaceAll(word, ''),
    typed.toLowerCase(),
  )
  const bits = countedCharacters(rest) * Math.log2(alphabetSize(typed))
  if (bits < bitsFrom.fair) return 'weak'
  if (bits < bitsFrom.good) return 'fair'
  return bits < bitsFrom.strong ? 'good' : 'strong'
}

/** Without those that follow from the one before: "aaa", "123", "cba". */
function countedCharacters(text: string): number {
  const codes = [...text].map(character => character.codePointAt(0) ?? 0)
  return codes.filter((code, index) => index === 0 || Math.abs(code - (codes[index - 1] ?? 0)) > 1).length
}

function alphabetSize(text: string): number {
  const alphabets: [RegExp, number][] = [
    [/\p{Ll}|\p{Lo}/u, 26],
    [/\p{Lu}/u, 26],
    [/\p{Nd}/u, 10],
    [/[^\p{L}\p{Nd}]/u, 33],
  ]
  return alphabets.reduce((size, [letters, count]) => size + (letters.test(text) ? count : 0), 1)
}
