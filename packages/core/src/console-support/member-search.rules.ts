import { phoneDigits } from '../members/members.rules.ts'

/** What a supporter typed may be; each is looked up by an index of its own. */
export type MemberSearch =
  | { readonly by: 'email'; readonly prefix: string }
  | { readonly by: 'memberNumber'; readonly number: string }
  /** Ten digits, or the last four of them. */
  | { readonly by: 'phone'; readonly digits: string }
  | { readonly by: 'card'; readonly lastFour: string }
  | { readonly by: 'transaction'; readonly id: string }
  /** Each is the beginning of a first and a last name, in one of the two orders. */
  | { readonly by: 'name'; readonly parts: readonly NameParts[] }

export interface NameParts {
  readonly first: string
  readonly last: string
}

export const searchKinds = ['email', 'memberNumber', 'phone', 'card', 'transaction', 'name'] as const

const maxNameWords = 4

/** Empty where nothing can be found by it. */
export function searchesFor(query: string): MemberSearch[] {
  const text = query.replaceAll('\0', '').normalize('NFKC').trim().replace(/\s+/g, ' ')
  if (text === '') return []
  if (text.includes('@')) return [{ by: 'email', prefix: text.toLowerCase() }]
  const lastFour = /^(?:card |ending )?[*•x. ]*(\d{4})$/i.exec(text)?.[1]
  const found: MemberSearch[] = lastFour ? [{ by: 'card', lastFour }] : []
  const digits = /^[\d\s()+./-]+$/.test(text) ? (phoneDigits(text) ?? /^\d{4}$/.exec(text)?.[0]) : null
  if (digits) found.push({ by: 'phone', digits })
  const isOneWord = !text.includes(' ')
  if (isOneWord || (!lastFour && isNumberInParts(text))) found.push({ by: 'memberNumber', number: text })
  if (isOneWord) found.push({ by: 'transaction', id: text })
  // No names begin with a digit, and most ids do not look like one.
  if (/^\p{L}[\p{L}\p{M}'’.,\- ]*$/u.test(text)) found.push({ by: 'name', parts: namePartsOf(text) })
  return found
}

/** It reads "SK 1001" and "SK - 1001", as numbers are told on the telephone. */
const isNumberInParts = (text: string): boolean => /^[A-Za-z\d .-]+$/.test(text) && /\d/.test(text)

/** It reads "Ada", "Ada Mor", "Mor Ada", "Moreau, Ada" and "De La Cruz". */
function namePartsOf(text: string): NameParts[] {
  const words = text.replaceAll(',', ' ').trim().split(/ +/).slice(0, maxNameWords)
  const whole = words.join(' ')
  const inTwo = words.slice(1).flatMap((_, index) => {
    const [one, other] = [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')]
    return [
      { first: one, last: other },
      { first: other, last: one },
    ]
  })
  return [{ first: '', last: whole }, { first: whole, last: '' }, ...inTwo]
}
