import { withImpliedDiets } from '@dineward/core/merchants/diets.rules.ts'
import { diets, mealsServed, merchantFeatures } from '@dineward/core/merchants/merchants.contract.ts'
import { weekdays } from '@dineward/core/shared/local-date.ts'

/* A restaurant's flags are bits of one number: one for each of `flagNames`, from the lowest. */

const flagNames = [
  'price1',
  'price2',
  'price3',
  'price4',
  ...merchantFeatures,
  ...mealsServed,
  ...diets,
  'acclaimed',
  'takesBookings',
  'openTable',
  'isNew',
  ...weekdays,
] as const

export type Flag = (typeof flagNames)[number]

/** With `isListedFlag` they fill 32 bits: another one does not compile. */
const flagCount: 31 = flagNames.length

export const bitOf = (flag: Flag): number => flagNames.indexOf(flag)
export const maskOf = (...flags: readonly Flag[]): number =>
  flags.reduce((mask, flag) => mask | (1 << bitOf(flag)), 0)

/** Both depend on the date: `applyDates` sets them. */
export const isNewFlag = maskOf('isNew')
/** The restaurant takes part in the program. */
export const isListedFlag = 1 << flagCount

export const priceFlags = ['price1', 'price2', 'price3', 'price4'] as const satisfies readonly Flag[]

export interface FlagSource {
  /** It is 0 where unknown, else 1 to 4. */
  readonly priceRange: number
  readonly acclaimedLevel: number
  readonly takesBookings: boolean
  readonly openTableId: string | null
  /** Unknown values have no flag. */
  readonly features: readonly string[]
  readonly mealsServed: readonly string[]
  readonly benefitDays: readonly string[]
  readonly diets: readonly string[]
}

export function flagsOf(merchant: FlagSource): number {
  const { priceRange, acclaimedLevel, takesBookings, openTableId } = merchant
  return (
    (priceRange === 0 ? 0 : maskOf(priceFlags[priceRange - 1]!)) |
    maskOf(...merchantFeatures.filter(value => merchant.features.includes(value))) |
    maskOf(...mealsServed.filter(value => merchant.mealsServed.includes(value))) |
    maskOf(...weekdays.filter(value => merchant.benefitDays.includes(value))) |
    maskOf(...withImpliedDiets(merchant.diets)) |
    (acclaimedLevel > 0 ? maskOf('acclaimed') : 0) |
    (takesBookings ? maskOf('takesBookings') : 0) |
    (openTableId === null ? 0 : maskOf('openTable'))
  )
}

export const hasFlag = (flags: number, flag: Flag): boolean => ((flags >>> bitOf(flag)) & 1) === 1
/** It is 0 where unknown, else 1 to 4. */
export const priceOf = (flags: number): number => priceFlags.findIndex(flag => hasFlag(flags, flag)) + 1
export const benefitDaysOf = (flags: number) => weekdays.filter(day => hasFlag(flags, day))

export interface FlagCounts {
  readonly ofBit: Float64Array
  readonly ofCuisine: Map<string, number>
  /** By tenths of the rating, after those without one. */
  readonly ofRating: Float64Array
  openNow: number
  /** It is 0 where no table was asked for. */
  withTable: number
}

export const newCounts = (): FlagCounts => ({
  ofBit: new Float64Array(32),
  ofCuisine: new Map(),
  ofRating: new Float64Array(52),
  openNow: 0,
  withTable: 0,
})
