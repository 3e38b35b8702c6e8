import { findPhoneNumbersInText } from 'libphonenumber-js/min'

/**
 * The first number of a restaurant's text that a phone can dial, for a link: "(415) 555-0100 x12" is 4155550100. Null for
 * "N/A".
 */
export function dialableNumber(text: string): string | null {
  const [found] = findPhoneNumbersInText(text, 'US')
  if (!found) return vanityNumber(text)
  const { countryCallingCode, nationalNumber, number } = found.number
  return countryCallingCode === '1' ? nationalNumber : number
}

/** A vanity number has an area code, and seven letters or digits with a letter among them: "1-800-FLOWERS". */
const vanity = /(?:^|[^\w])(?:\+?1[ .-]?)?\(?([2-9]\d\d)\)?[ .-]?((?:[A-Z\d][ .-]?){6}[A-Z\d])/i

function vanityNumber(text: string): string | null {
  const [, area = '', letters = ''] = vanity.exec(text) ?? []
  if (!/[A-Z]/i.test(letters)) return null
  return (
    area +
    letters
      .toUpperCase()
      .replace(/[^A-Z\d]/g, '')
      .replace(/[A-Z]/g, letter => keyOf[letter]!)
  )
}

const keyOf: Record<string, string> = Object.fromEntries(
  ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'].flatMap((letters, index) =>
    [...letters].map(letter => [letter, String(index + 2)]),
  ),
)
