/** Whether these are 13 to 19 digits with a valid Luhn checksum. */
export function passesLuhn(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    sum += index % 2 === 0 ? digit : doubled(digit)
  }
  return sum % 10 === 0
}

const doubled = (digit: number): number => (digit > 4 ? digit * 2 - 9 : digit * 2)

/**
 * In any digits and encoding of an address; digits after a number (an expiry, a code) do not hide it. Coordinates such
 * as 40.712776123456 are none, nor are UUIDs, of which a few in a thousand have the digits of one.
 */
export function containsCardNumber(text: string): boolean {
  const plain = withAsciiDigits(decoded(text)).replace(coordinate, ',').replace(uuid, ',')
  for (const [run] of plain.matchAll(digitsInGroups)) {
    if (hasCardNumberInGroups(run.split(separators))) return true
  }
  return false
}

const digitsInGroups = /\d(?:[ \t.+_·•\p{Zs}\p{Pd}]{0,2}\d){12,}/gu
const separators = /\D+/
const uuid = /(?<![\da-z])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-z])/gi
const coordinate = /(?<![\d.])\d{1,3}\.\d{5,}(?!\.?\d)/g
/** Zero-width spaces and the like, and combining marks. */
const invisible = /[\p{Cf}\p{Mn}]/gu

/** Twice encoded too. */
function decoded(text: string): string {
  let plain = text
  for (let round = 0; round < 3 && plain.includes('%'); round++) plain = decodedOnce(plain)
  return plain
}

function decodedOnce(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, escapes => {
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

/** Prefix sums for both parities of doubling make each range one subtraction: linear time. */
function hasCardNumberInGroups(groups: readonly string[]): boolean {
  const digits = groups.join('')
  const sums = [new Uint32Array(digits.length + 1), new Uint32Array(digits.length + 1)] as const
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[index])
    sums[index % 2 === 0 ? 0 : 1][index + 1] = sums[index % 2 === 0 ? 0 : 1][index]! + doubled(digit)
    sums[index % 2 === 0 ? 1 : 0][index + 1] = sums[index % 2 === 0 ? 1 : 0][index]! + digit
  }
  const edges = [0]
  for (const group of groups) edges.push(edges.at(-1)! + group.length)
  for (let first = 0; first < edges.length; first++) {
    const start = edges[first]!
    for (let last = first + 1; last < edges.length && edges[last]! - start <= 19; last++) {
      const end = edges[last]!
      // The last digit is never doubled, so those with the other parity are.
      const sum = sums[end % 2 === 0 ? 0 : 1]
      if (end - start >= 13 && (sum[end]! - sum[start]!) % 10 === 0) return true
    }
  }
  return false
}
