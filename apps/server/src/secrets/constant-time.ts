import { timingSafeEqual } from 'node:crypto'

/** Whether a text is one of those expected, compared with each in constant time. */
export function equalsAny(given: string, expected: readonly string[]): boolean {
  const bytes = Buffer.from(given)
  let matches = false
  for (const text of expected) {
    const wanted = Buffer.from(text)
    if (bytes.length === wanted.length && timingSafeEqual(bytes, wanted)) matches = true
  }
  return matches
}
