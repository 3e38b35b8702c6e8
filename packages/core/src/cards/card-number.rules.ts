/** Whether these are 13 to 19 digits with a valid Luhn checksum. */
export function passesLuhn(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48
    sum += index % 2 === 0 ? digit : doubled(digit)
  }
  return sum % 10 === 0
}

const doubled = (digit: number): number => (digit > 4 ? digit * 2 - 9 : digit * 2)

/** Card networks issue it: from which to which first four digits, and the least and most digits (ISO/IEC 7812). */
type NumberRange = readonly [first: number, last: number, minDigits: number, maxDigits: number]

/** One in ten of all other numbers passes the checksum as well: times, order numbers, what a till prints. */
const numberRanges: readonly NumberRange[] = [
  // Visa
  [4000, 4999, 13, 13],
  [4000, 4999, 16, 16],
  [4000, 4999, 19, 19],
  // Mastercard
  [2221, 2720, 16, 16],
  [5100, 5599, 16, 16],
  // American Express
  [3400, 3499, 15, 15],
  [3700, 3799, 15, 15],
  // Discover
  [6011, 6011, 16, 19],
  [6440, 6599, 16, 19],
  // Diners Club
  [3000, 3059, 14, 19],
  [3095, 3095, 14, 19],
  [3600, 3699, 14, 19],
  [3800, 3999, 14, 19],
  // JCB
  [3528, 3589, 16, 19],
  // UnionPay
  [6200, 6299, 16, 19],
  [8100, 8199, 16, 19],
  // Maestro
  [5018, 5018, 13, 19],
  [5020, 5020, 13, 19],
  [5038, 5038, 13, 19],
  [5893, 5893, 13, 19],
  [6304, 6304, 13, 19],
  [6759, 6763, 13, 19],
  // Mir
  [2200, 2204, 16, 19],
]

/** The index is the first four digits, and each length has one bit. */
const issuedLengths = new Uint32Array(10_000)
for (const [first, last, least, most] of numberRanges)
  for (let prefix = first; prefix <= last; prefix++)
    for (let length = least; length <= most; length++) issuedLengths[prefix]! |= 1 << length

/**
 * The text may have any digits and encoding of an address; digits after a number (an expiry, a code) do not hide it.
 * Coordinates such as 40.712776123456 are none, nor are UUIDs, of which a few in a thousand have the digits of one. The
 * time is linear in the text's length.
 */
export function containsCardNumber(text: string): boolean {
  const plain = withAsciiDigits(decoded(text)).replace(coordinate, ',').replace(uuid, ',')
  let groups = new DigitGroups()
  let separators = 0
  for (let index = 0; index < plain.length; index++) {
    const digit = plain.charCodeAt(index) - 48
    if (digit >= 0 && digit <= 9) {
      groups.add(digit, index === 0 || separators > 0)
      separators = 0
      continue
    }
    if (separators === 0 && groups.endsWithCardNumber()) return true
    separators++
    if (separators <= maxSeparators && separator.test(plain[index]!)) continue
    if (groups.isEmpty) continue
    groups = new DigitGroups()
  }
  return groups.endsWithCardNumber()
}

const minDigits = 13
const maxDigits = 19
const maxSeparators = 2
const separator = /[ \t.+_·•\p{Zs}\p{Pd}]/u

/** At most separators part the digits. Sums for both parities of doubling make each checksum one subtraction. */
class DigitGroups {
  readonly #digits: number[] = []
  readonly #starts: number[] = []
  readonly #sums: readonly [number[], number[]] = [[0], [0]]

  get isEmpty(): boolean {
    return this.#digits.length === 0
  }

  add(digit: number, startsGroup: boolean): void {
    const at = this.#digits.length
    if (startsGroup || at === 0) this.#starts.push(at)
    this.#digits.push(digit)
    const [doubledHere, otherwise] = at % 2 === 0 ? this.#sums : [this.#sums[1], this.#sums[0]]
    doubledHere.push(doubledHere[at]! + doubled(digit))
    otherwise.push(otherwise[at]! + digit)
  }

  endsWithCardNumber(): boolean {
    const end = this.#digits.length
    // The last digit is never doubled, so those with the other parity are.
    const sums = this.#sums[end % 2]!
    for (let group = this.#starts.length - 1; group >= 0; group--) {
      const start = this.#starts[group]!
      if (end - start > maxDigits) return false
      if (end - start < minDigits || (sums[end]! - sums[start]!) % 10 !== 0) continue
      if (this.#isOfNetwork(start, end - start)) return true
    }
    return false
  }

  #isOfNetwork(start: number, length: number): boolean {
    let prefix = 0
    for (let index = start; index < start + 4; index++) prefix = prefix * 10 + this.#digits[index]!
    return (issuedLengths[prefix]! & (1 << length)) !== 0
  }
}

const uuid = /(?<![\da-z])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-z])/gi
const coordinate = /(?<![\d.])\d{1,3}\.\d{5,}(?!\.?\d)/g
/** It matches zero-width spaces and the like, and combining marks. */
const invisible = /[\p{Cf}\p{Mn}]/gu

/** Text that is encoded twice is decoded too. */
function decoded(text: string): string {
  let plain = text
  for (let round = 0; round < 3 && plain.includes('%'); round++) plain = decodedOnce(plain)
  return plain
}

function decodedOnce(text: string): string {
  return text.replace(/(?:%[\da-f]{2}){1,1000}/gi, escapes => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes.replace(/%([0-7][\da-f])/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    }
  })
}

function withAsciiDigits(text: string): string {
  if (!/[^\t-~]/.test(text)) return text
  return text
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(/(?!\d)\p{Nd}/gu, digit => String(digitValue(digit.codePointAt(0)!)))
}

/** The digits of a script follow each other from zero on. */
function digitValue(code: number): number {
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return code - zero
}
