import * as z from 'zod/mini'

/* The events of card networks share these fields. */

/** The limit is larger than any restaurant bill. */
export const maxAmountCents = 1_000_000_000

/** PostgreSQL cannot store a NUL, and stores half of a surrogate pair as another character. */
export const text = z
  .string()
  .check(
    z.maxLength(200),
    z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not hold control characters, nor half of a character'),
  )
export const requiredText = text.check(z.minLength(1))
export const optionalText = z.nullish(text)

export const currencyCode = z
  .string()
  .check(z.regex(/^[A-Za-z]{3}$/, 'must be a currency code of three letters'))

const clockTime = String.raw`^20\d\d-\d\d-\d\dT([01]\d|2[0-3]):\d\d(:\d\d(\.\d{1,9})?)?`
const offset = String.raw`(Z|[+-]\d\d:\d\d)`

/** The restaurant's local time, without an offset; with one it is an instant. */
export const dineTime = timeField(new RegExp(`${clockTime}${offset}?$`), '2026-03-10T19:30:00')

export const instant = timeField(new RegExp(`${clockTime}${offset}$`), '2026-03-10T23:30:00Z')

function timeField(format: RegExp, example: string) {
  return z
    .string()
    .check(
      z.regex(format, `must be a time such as ${example}`),
      z.refine(isRealTime, 'is not a time that exists'),
    )
}

function isRealTime(time: string): boolean {
  const [year, month, day] = time.slice(0, 10).split('-').map(Number)
  const date = new Date(Date.UTC(year!, month! - 1, day!))
  return date.getUTCMonth() === month! - 1 && date.getUTCDate() === day && !Number.isNaN(Date.parse(time))
}
