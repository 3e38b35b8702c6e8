import * as z from 'zod/mini'
import { diets, type Merchant, mealsServed, merchantFeatures } from '../merchants/merchants.contract.ts'
import { daysThatOverlap, readOpeningHours } from '../merchants/opening-hours.rules.ts'
import { fieldMessage } from '../shared/fields/field-messages.ts'
import { isTimezone, weekdays } from '../shared/local-date.ts'
import { hasUnseenSigns, visibleLine, visibleText } from '../shared/text/visible-text.ts'
import { checkPlace, type PlaceLookups } from './restaurant-place.rules.ts'

export interface ImportedMerchant {
  readonly id: string
  readonly source: string
  readonly sourceId: string
  readonly name: string
  readonly about: string
  readonly cuisines: readonly string[]
  readonly priceRange: number
  readonly street: string
  readonly city: string
  readonly state: string
  readonly zipCode: string
  readonly neighborhood: string
  readonly latitude: number
  readonly longitude: number
  readonly timezone: string
  readonly phone: string
  readonly website: string
  readonly hours: Merchant['hours']
  readonly menuUrl: string
  readonly menuImages: readonly string[]
  /** They are web addresses of photos, or files beside the import file. */
  readonly photos: readonly string[]
  readonly onlineOrderingUrl: string
  readonly openTableId: string | null
  readonly features: readonly string[]
  readonly diets: readonly string[]
  readonly mealsServed: readonly string[]
  readonly mid: string | null
  readonly benefitDays: readonly string[]
  readonly leftOn: string | null
}

export type ImportedRow =
  | { readonly merchant: ImportedMerchant; readonly repaired?: string }
  | { readonly refused: string }

const line = (max: number) => z.string().check(z.overwrite(visibleLine), z.maxLength(max))
const text = (max: number) => z._default(line(max), '')
const required = (max: number) => line(max).check(z.minLength(1))
const number = (minimum: number, maximum: number) =>
  z.pipe(z.transform(writtenNumber), z.number().check(z.minimum(minimum), z.maximum(maximum)))
/** It reads "Pizza|Italian", or a list. */
function list<T extends z.ZodMiniType<string, string>>(item: T) {
  const split = z.transform((value: unknown) =>
    typeof value === 'string'
      ? value
          .split('|')
          .map(part => part.trim())
          .filter(part => part !== '')
      : value,
  )
  return z._default(z.pipe(split, z.array(item).check(z.maxLength(20))), [])
}
const date = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.refine(isDate, 'is no date'))
const webAddress = z
  .string()
  .check(z.trim(), z.maxLength(500), z.regex(/^(https?:\/\/[^\s/][^\s]*)?$/i, 'must be a web address'))
/** It is an address, or the path of a file below the folder of the import file. */
const photoSource = z
  .string()
  .check(
    z.trim(),
    z.maxLength(500),
    z.regex(
      /^(https?:\/\/[^\s/][^\s]*|(?!\/|[a-z]+:)(?!(.*[\\/])?\.\.([\\/]|$)).+)$/i,
      'must be a web address or a file beside the import file',
    ),
  )
const hours = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? readOpeningHours(value) : null)),
  z.custom<Merchant['hours']>(value => value !== null, 'must be such as Mon-Fri 17:00-22:00|Sat 12:00-23:30'),
)
const emptyAsNull = z.transform(value => (value === '' ? null : value))

/** Addresses of pages and of the API would lead elsewhere. */
const unreachableIds = new Set(['.', '..', 'search', 'map'])

/** It is a row of the `standard` format. `|` separates lists. Missing columns are empty, and all weekdays earn. */
export const standardRow = z.strictObject({
  id: z.string().check(
    z.regex(/^[\w.~-]{1,100}$/, 'may have letters, digits and . _ ~ - only, at most 100'),
    z.refine(
      id => !unreachableIds.has(id.toLowerCase()),
      'is a word that addresses of pages have for themselves',
    ),
  ),
  name: required(200),
  street: required(200),
  city: required(100),
  state: z.string().check(z.trim(), z.regex(/^[A-Z]{2}$/, 'must be two capital letters')),
  zipCode: z.pipe(
    z.transform(fiveDigits),
    z.string().check(z.trim(), z.regex(/^\d{5}$/, 'must be five digits')),
  ),
  latitude: number(-90, 90),
  longitude: number(-180, 180),
  timezone: z.string().check(z.refine(isTimezone, 'must be a time zone such as America/New_York')),
  about: z._default(z.string().check(z.overwrite(visibleText), z.maxLength(5_000)), ''),
  cuisines: list(required(60)),
  priceRange: z._default(
    z.pipe(
      z.transform(value => (value === '' ? 0 : writtenNumber(value))),
      z.number().check(z.int(), z.minimum(0), z.maximum(4)),
    ),
    0,
  ),
  neighborhood: text(100),
  phone: text(40),
  website: z._default(webAddress, ''),
  hours: z._default(hours, {}),
  menuUrl: z._default(webAddress, ''),
  menuImages: list(webAddress),
  photos: list(photoSource),
  onlineOrderingUrl: z._default(webAddress, ''),
  openTableId: z._default(
    z.pipe(
      emptyAsNull,
      z.nullable(z.string().check(z.regex(/^[\w-]{1,40}$/, 'is no id at the booking provider'))),
    ),
    null,
  ),
  features: list(z.enum(merchantFeatures)),
  diets: list(z.enum(diets)),
  mealsServed: list(z.enum(mealsServed)),
  mid: z._default(
    z.pipe(
      emptyAsNull,
      z.nullable(z.string().check(z.regex(/^[\w-]{1,40}$/, 'is no merchant id of a card network'))),
    ),
    null,
  ),
  benefitDays: list(z.enum(weekdays)),
  leftOn: z._default(z.pipe(emptyAsNull, z.nullable(date)), null),
})

export interface RestaurantLookups extends PlaceLookups {
  /** Null where a phone cannot dial any number of the text. */
  dialableNumber(phone: string): string | null
}

export function readStandardRow(row: unknown, lookups: RestaurantLookups): ImportedRow {
  const parsed = standardRow.safeParse(row, { error: fieldMessage })
  if (!parsed.success) return { refused: problemsOf(parsed.error) }
  const broken = brokenField(row)
  if (broken) return { refused: broken }
  const { benefitDays, ...rest } = parsed.data
  const placed = checkPlace(rest, lookups)
  if ('refused' in placed) return { refused: placed.refused }
  const hasPhone = rest.phone === '' || lookups.dialableNumber(rest.phone) !== null
  const days = daysThatOverlap(String((row as { hours?: unknown }).hours ?? ''))
  const repaired = [
    zipRemark(row, rest.zipCode),
    placed.repaired,
    hasPhone ? null : `phone: "${rest.phone}" is no number that can be dialed and was left out`,
    days.length > 0 ? `hours: sittings of ${days.join(', ')} overlap and were joined` : null,
    ...unseenFields(row),
  ].filter(remark => remark)
  return {
    ...(repaired.length > 0 ? { repaired: `${rest.name} (${rest.id}): ${repaired.join('; ')}` } : {}),
    merchant: {
      ...rest,
      ...placed.place,
      phone: hasPhone ? rest.phone : '',
      source: 'standard',
      sourceId: rest.id,
      benefitDays: benefitDays.length > 0 ? benefitDays : [...weekdays],
    },
  }
}

/** CSV has text only, JSON may have numbers. `true`, lists, empty and hexadecimal texts are no numbers. */
export function writtenNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return /^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/.test(value) ? Number(value) : undefined
}

/** Spreadsheets take a ZIP code for a number, whose first zero they drop; others have its four more digits. */
function fiveDigits(value: unknown): unknown {
  const written = typeof value === 'number' ? String(value) : value
  if (typeof written !== 'string') return written
  return written
    .trim()
    .replace(/^(\d{5})-?\d{4}$/, '$1')
    .replace(/^\d{3,4}$/, digits => digits.padStart(5, '0'))
}

function zipRemark(row: unknown, zipCode: string): string | null {
  const written = String((row as { zipCode?: unknown }).zipCode).trim()
  if (written.length < zipCode.length)
    return `zipCode: ${written} had lost its first zero and is ${zipCode} now`
  return written === zipCode ? null : `zipCode: ${written} was shortened to ${zipCode}`
}

/** What cannot be stored or shown in any way. */
function brokenField(row: unknown): string | null {
  for (const [field, value] of Object.entries(row as object)) {
    const texts = [value].flat().filter(one => typeof one === 'string')
    if (texts.some(text => text.includes('\0'))) return `${field}: has a NUL character`
    if (texts.some(text => !text.isWellFormed())) return `${field}: has half of a character`
  }
  return null
}

/** Of which characters were taken out; line ends of a story are none. */
function unseenFields(row: unknown): string[] {
  return Object.entries(row as object).flatMap(([field, value]) => {
    const texts = [value].flat().filter(one => typeof one === 'string')
    const isChanged = texts.some(text =>
      hasUnseenSigns(field === 'about' ? text.replace(/\s/g, '') : text.trim()),
    )
    return isChanged ? [`${field}: control or invisible characters were taken out`] : []
  })
}

/** It reads "latitude: This must be a number. name: …", in the order of the columns. */
export function problemsOf(error: z.core.$ZodError): string {
  return error.issues
    .map(issue => {
      const where = issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue.path.join('.')
      return where ? `${where}: ${issue.message}` : issue.message
    })
    .join(' ')
}

function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
