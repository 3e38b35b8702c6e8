import type { Cents } from './money.ts'

/* The only module that calls `Intl` for people. */

export type Locale = 'en-US'
export const defaultLocale: Locale = 'en-US'

/** It writes integer cents: 4250 becomes "$42.50" (account §9: US dollars). */
export function formatCents(cents: Cents, currency = 'USD', locale = defaultLocale): string {
  return numberFormat(locale, { style: 'currency', currency }).format(cents / 100)
}

/** It leaves out zero cents: 40000 becomes "$400", 3750 becomes "$37.50". */
export function formatShortCents(cents: Cents, locale = defaultLocale): string {
  const options = { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' } as const
  return numberFormat(locale, options).format(cents / 100)
}

/** It writes "1,240", with at most `digits` decimals. */
export function formatNumber(value: number, digits = 0, locale = defaultLocale): string {
  return numberFormat(locale, { maximumFractionDigits: digits }).format(value)
}

export function pluralForm<T>(count: number, forms: { one: T; other: T }, locale = defaultLocale): T {
  const rule = cached(locale, {}, () => new Intl.PluralRules(locale), 'plural').select(Math.abs(count))
  return rule === 'one' ? forms.one : forms.other
}

/** It writes "Visa, Mastercard, and Discover". */
export function formatList(items: readonly string[], locale = defaultLocale): string {
  return cached(locale, {}, () => new Intl.ListFormat(locale), 'list').format(items)
}

const dateStyles = {
  /** It writes "Friday, November 20, 2026". */
  full: { dateStyle: 'full' },
  /** It writes "November 20, 2026". */
  long: { dateStyle: 'long' },
  /** It writes "Nov 20, 2026". */
  medium: { dateStyle: 'medium' },
  short: { month: 'short', day: 'numeric' },
  longWeekday: { weekday: 'long', month: 'long', day: 'numeric' },
  shortWeekday: { weekday: 'short', month: 'short', day: 'numeric' },
  weekday: { weekday: 'long' },
  month: { month: 'long', year: 'numeric' },
  monthName: { month: 'long' },
  time: { hour: 'numeric', minute: '2-digit' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

export type DateStyle = keyof typeof dateStyles

/** A calendar date `YYYY-MM-DD`, or a local time that begins with one: the same day in every time zone. */
export function formatDate(date: string, style: DateStyle, locale = defaultLocale): string {
  return formatInstant(new Date(`${date.slice(0, 10)}T00:00:00Z`), style, 'UTC', locale)
}

/** Without a time zone it is in the browser's own. */
export function formatInstant(
  time: Date,
  style: DateStyle,
  timeZone?: string,
  locale = defaultLocale,
): string {
  const options = { ...dateStyles[style], ...(timeZone ? { timeZone } : {}) }
  const format = cached(locale, options, () => new Intl.DateTimeFormat(locale, options), 'date')
  // ICU puts a narrow space before "PM", which some mail programs show as a box.
  return format.format(time).replace(/\u202f/g, ' ')
}

const numberFormat = (locale: Locale, options: Intl.NumberFormatOptions) =>
  cached(locale, options, () => new Intl.NumberFormat(locale, options), 'number')

const formats = new Map<string, unknown>()

/** Creating a format is slow: each is created once. */
function cached<T>(locale: Locale, options: object, create: () => T, kind: string): T {
  const key = `${kind} ${locale} ${JSON.stringify(options)}`
  if (!formats.has(key)) formats.set(key, create())
  return formats.get(key) as T
}

/** "19:30" gives "7:30 PM". Minutes are always shown, to align a row of times. */
export function formatClock(time: string): string {
  const [hour = 0, minutes = '00'] = [Number(time.slice(0, 2)), time.slice(3, 5)]
  return `${hour % 12 || 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}
