import * as z from 'zod/mini'
import { isTimezone, weekdays } from '../shared/local-date.ts'
import { visibleLine, visibleText } from '../shared/text/visible-text.ts'
import { diets, mealsServed, merchantFeatures } from './merchants.contract.ts'

/* What staff may write of a restaurant. The import of files has the same limits (`standardRow`). */

const requiredMessage = 'This field is required.'
const noNul = z.regex(/^[^\0]*$/, 'This has a character that cannot be stored.')
const wellFormed = z.refine<string>(
  typed => typed.isWellFormed(),
  'This has a character that cannot be stored.',
)
const text = (max: number) => z.string().check(noNul, wellFormed, z.overwrite(visibleText), z.maxLength(max))
const line = (max: number) => z.string().check(noNul, wellFormed, z.overwrite(visibleLine), z.maxLength(max))
const required = (max: number) => line(max).check(z.minLength(1, requiredMessage))
const webAddress = z
  .string()
  .check(
    z.trim(),
    z.maxLength(500),
    noNul,
    z.regex(/^(https?:\/\/[^\s/][^\s]*)?$/i, 'Enter a web address, such as https://example.com.'),
  )

const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 17:30.'))
export const sittingSchema = z.object({ opens: clockTime, closes: clockTime })
export type Sitting = z.infer<typeof sittingSchema>

const sittingsOfDay = z
  .array(sittingSchema)
  .check(z.maxLength(6), z.refine(areApart, 'Two sittings of this day overlap.'))

export const weekHoursSchema = z.partialRecord(z.enum(weekdays), sittingsOfDay)
export type WeekHours = z.infer<typeof weekHoursSchema>

const menuItem = z.object({
  name: required(120),
  description: text(500),
  priceCents: z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)),
})
const menuSection = z.object({ title: required(120), items: z.array(menuItem).check(z.maxLength(60)) })

const zipCode = z.string().check(z.trim(), z.regex(/^\d{5}$/, 'Enter the five digits of the ZIP code.'))
const stateCode = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{2}$/, 'Enter the two letters of the state, such as NY.'))
const degrees = (limit: number) =>
  z.number('Enter degrees, such as 40.7258.').check(z.gte(-limit), z.lte(limit))

export const merchantFactsSchema = z.strictObject({
  name: required(200),
  about: text(5_000),
  cuisines: z.array(required(60)).check(z.maxLength(20)),
  /** 0 is unknown, else it goes from 1 to 4. */
  priceRange: z.number().check(z.int(), z.minimum(0), z.maximum(4)),
  street: required(200),
  city: required(100),
  state: stateCode,
  zipCode,
  neighborhood: line(100),
  latitude: degrees(90),
  longitude: degrees(180),
  timezone: z.string().check(z.refine(isTimezone, 'Enter a time zone such as America/New_York.')),
  phone: line(40),
  website: webAddress,
  /**
   * They are by weekday, in local time. A day without an entry is closed; closing at or before opening means the next
   * day.
   */
  hours: weekHoursSchema,
  menu: z.array(menuSection).check(z.maxLength(30)),
  menuUrl: webAddress,
  menuImages: z.array(webAddress).check(z.maxLength(20)),
  onlineOrderingUrl: webAddress,
  openTableId: z.nullable(z.string().check(z.regex(/^[\w-]{1,40}$/, 'This is no id at OpenTable.'))),
  features: z.array(z.enum(merchantFeatures)).check(z.maxLength(merchantFeatures.length)),
  diets: z.array(z.enum(diets)).check(z.maxLength(diets.length)),
  mealsServed: z.array(z.enum(mealsServed)).check(z.maxLength(mealsServed.length)),
  acclaimedLevel: z.number().check(z.int(), z.minimum(0), z.maximum(3)),
})
export type MerchantFacts = z.infer<typeof merchantFactsSchema>

/** In the order in which they are shown. */
export const merchantFactNames = Object.keys(merchantFactsSchema.shape) as (keyof MerchantFacts)[]

/** They are the facts in which two versions differ. */
export function changedFacts(
  before: MerchantFacts,
  after: { readonly [Name in keyof MerchantFacts]?: unknown },
): (keyof MerchantFacts)[] {
  return merchantFactNames.filter(name => after[name] !== undefined && !isSame(before[name], after[name]))
}

/** The keys of objects may come in any order. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  )
}

/** Spans are in minutes after midnight; past 24 hours they are on the next day. */
function areApart(sittings: readonly Sitting[]): boolean {
  const spans = sittings
    .map(({ opens, closes }) => {
      const [start, end] = [minuteOf(opens), minuteOf(closes)]
      return { start, end: end > start ? end : end + 24 * 60 }
    })
    .toSorted((a, b) => a.start - b.start)
  return spans.every(({ start }, index) => index === 0 || spans[index - 1]!.end <= start)
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
