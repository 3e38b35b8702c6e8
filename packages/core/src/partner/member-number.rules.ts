import type { MemberNumberFormat } from './settings/setting-types.ts'

const only = { digits: /^[0-9]+$/, letters: /^[A-Z]+$/, lettersAndDigits: /^[A-Z0-9]+$/ }

export function hasFormat(
  { prefix, signs, minLength, maxLength }: MemberNumberFormat,
  text: string,
): boolean {
  const rest = text.slice(prefix.length)
  return (
    text.startsWith(prefix) && rest.length >= minLength && rest.length <= maxLength && only[signs].test(rest)
  )
}
