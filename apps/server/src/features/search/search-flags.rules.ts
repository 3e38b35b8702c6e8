import { mealsServed, merchantFeatures } from '@dineward/core/merchants/merchants.contract.ts'
import { weekdays } from '@dineward/core/shared/local-date.ts'

/*
 * Layout of `merchant_search.flags`, from the lowest bit: one bit for each of `flagNames`; the rating in 7 bits (tenths
 * plus one, 0 for none); from bit 32 the id of the cuisine set (20 bits); from bit 52 the id of the time zone.
 * `refresh_merchant_search` (001-schema.sql) writes it.
 */
const flagNames = [
  'priceUnknown',
  'price1',
  'price2',
  'price3',
  'price4',
  ...merchantFeatures,
  ...mealsServed,
  'acclaimed',
  'takesBookings',
  'openTable',
  'isNew',
  ...weekdays,
] as const

export type Flag = (typeof flagNames)[number]

/** Does not compile once a list in core changes its length: change `refresh_merchant_search` then. */
const flagCount: 25 = flagNames.length

export const allFlags = 2 ** flagCount - 1
export const ratingShift = flagCount
export const cuisineSetMask = 2 ** 20 - 1
export const timezoneShift = 52

export const bitOf = (flag: Flag): number => flagNames.indexOf(flag)
export const maskOf = (...flags: readonly Flag[]): number =>
  flags.reduce((mask, flag) => mask | (1 << bitOf(flag)), 0)

/** Depends on the date, so the database leaves it unset and each layer adds it. */
export const isNewFlag = maskOf('isNew')
/** Only in the snapshot: takes part in the program on this date. */
export const isListedFlag = 1 << flagCount

export const priceFlags = ['price1', 'price2', 'price3', 'price4'] as const satisfies readonly Flag[]
export const anyPrice = maskOf('priceUnknown', ...priceFlags)

export const hasFlag = (flags: number, flag: Flag): boolean => ((flags >>> bitOf(flag)) & 1) === 1
/** 0 unknown, else 1 to 4. */
export const priceOf = (flags: number): number => priceFlags.findIndex(flag => hasFlag(flags, flag)) + 1
export const benefitDaysOf = (flags: number) => weekdays.filter(day => hasFlag(flags, day))

export interface FlagCounts {
  readonly ofBit: Float64Array
  readonly ofCuisine: Map<string, number>
}

export const newCounts = (): FlagCounts => ({ ofBit: new Float64Array(32), ofCuisine: new Map() })
