import * as z from 'zod/mini'
import { maximumBudgetUnits } from '../rewards/components/budget.rules.ts'
import { weekdays } from '../shared/local-date.ts'
import { count, positive, text } from './settings/setting-types.ts'

const localDate = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'must be a date such as 2026-03-01'))

const budget = z.int().check(z.minimum(1), z.maximum(maximumBudgetUnits))

/** A bonus that members can earn. Units are the partner's: points, miles, or cents. */
export const bonusDefinitionSchema = z.strictObject({
  code: z.string().check(z.regex(/^[A-Z0-9][A-Z0-9_-]{1,29}$/, 'must be a code such as SPRING3')),
  /** {reward}, {dines}, {minimum spend}, {total spend}, {last day} and {window days} are filled in. */
  description: text,
  /** A `multiplier` pays that many times the base reward of each dine that counts. */
  reward: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('fixed'), units: positive }),
    z.strictObject({ kind: z.literal('multiplier'), times: z.int().check(z.minimum(2), z.maximum(20)) }),
  ]),
  /** With `partner` the partner pays by itself (source +); else the program pays, with its restaurants. */
  paidBy: z.optional(z.enum(['program', 'partner'])),
  /** Members register in the native app, or in the installed one; elsewhere the content says so (`app_text`). */
  appOnly: z.optional(z.boolean()),
  /** What all its promises come to at most; null is a budget without a limit. */
  budgetUnits: z._default(z.nullable(budget), null),
  /** The most that one member earns by it; null: there is no cap. */
  memberCapUnits: z._default(z.nullable(budget), null),
  /** Only for those whom `newMemberBonus` names, and within its window. */
  forNewMembers: z._default(z.boolean(), false),
  /** These are local dates of the dine, both included. */
  from: z._default(z.nullable(localDate), null),
  to: z._default(z.nullable(localDate), null),
  needsRegistration: z._default(z.boolean(), true),
  /** Can be earned again and again. */
  repeats: z._default(z.boolean(), false),
  /** What it takes: that many dines that count, which cost `totalSpendCents` together. */
  dines: z._default(positive, 1),
  totalSpendCents: z._default(count, 0),
  /** Which dines count: from this amount, at places new to the member, on these days, at these restaurants; empty: all. */
  minimumSpendCents: z._default(count, 0),
  newRestaurants: z._default(z.boolean(), false),
  days: z._default(z.array(z.enum(weekdays)), []),
  merchantIds: z._default(z.array(text), []),
})
export type BonusDefinition = z.infer<typeof bonusDefinitionSchema>

/** It stays as it was when a member enrolled. */
export type PromisedBonus = BonusDefinition & {
  /**
   * New members have these hours since joining; null means always. It is undefined before a member enrolls: the value
   * of now applies.
   */
  readonly windowHours?: number | null
}

/** Members do not register, so that without a first day it counts every dine since they joined. */
export const reachesBack = ({ needsRegistration, from }: BonusDefinition): boolean =>
  !needsRegistration && from === null
