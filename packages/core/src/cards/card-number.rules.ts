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

/** Spaces and dashes are allowed; digits after one (an expiry, a code) do not hide the number before them. */
export function containsCardNumber(text: string): boolean {
  for (const [run] of text.matchAll(/\d(?:[ -]?\d){12,}/g)) {
    if (hasCardNumberInGroups(run.split(/[ -]/))) return true
  }
  return false
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
