import * as z from 'zod/mini'
import { type Merchant, mealsServed, merchantFeatures } from '../merchants/merchants.contract.ts'
import { readOpeningHours } from '../merchants/opening-hours.rules.ts'
import { fieldMessage } from '../shared/field-messages.ts'
import { isTimezone, weekdays } from '../shared/local-date.ts'

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
  /** Web addresses of photos, or files beside the import file. */
  readonly photos: readonly string[]
  readonly onlineOrderingUrl: string
  readonly openTableId: string | null
  readonly features: readonly string[]
  readonly mealsServed: readonly string[]
  readonly mid: string | null
  readonly benefitDays: readonly string[]
  readonly leftOn: string | null
}

export type ImportedRow =
  | { readonly merchant: ImportedMerchant; readonly repaired?: string }
  | { readonly refused: string }

const text = (max: number) => z._default(z.string().check(z.trim(), z.maxLength(max)), '')
const required = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
/** CSV has text only, JSON may have numbers. Empty text is not 0. */
const number = (minimum: number, maximum: number) =>
  z.pipe(
    z.transform(value => (typeof value === 'string' && value.trim() === '' ? undefined : value)),
    z.coerce.number().check(z.minimum(minimum), z.maximum(maximum)),
  )
/** "Pizza|Italian", or a list. */
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
/** An address, or the path of a file below the folder of the import file. */
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

/** A row of the `standard` format. Lists are separated by `|`. Missing columns are empty, and all weekdays earn. */
export const standardRow = z.strictObject({
  id: z.string().check(z.regex(/^[\w.~-]{1,100}$/, 'may have letters, digits and . _ ~ - only, at most 100')),
  name: required(200),
  street: required(200),
  city: required(100),
  state: z.string().check(z.trim(), z.regex(/^[A-Z]{2}$/, 'must be two capital letters')),
  zipCode: z.string().check(z.trim(), z.regex(/^\d{5}$/, 'must be five digits')),
  latitude: number(-90, 90),
  longitude: number(-180, 180),
  timezone: z.string().check(z.refine(isTimezone, 'must be a time zone such as America/New_York')),
  about: text(5_000),
  cuisines: list(required(60)),
  priceRange: z._default(
    z.pipe(
      z.transform(value => (value === '' ? 0 : value)),
      z.coerce.number().check(z.int(), z.minimum(0), z.maximum(4)),
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

export function readStandardRow(row: unknown): ImportedRow {
  const parsed = standardRow.safeParse(row, { error: fieldMessage })
  if (!parsed.success) return { refused: problemsOf(parsed.error) }
  const { benefitDays, ...rest } = parsed.data
  if (JSON.stringify(rest).includes('\\u0000')) return { refused: 'has a NUL character' }
  return {
    merchant: {
      ...rest,
      source: 'standard',
      sourceId: rest.id,
      benefitDays: benefitDays.length > 0 ? benefitDays : [...weekdays],
    },
  }
}

/** "latitude: This must be a number. name: …", in the order of the columns. */
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
