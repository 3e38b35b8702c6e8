import * as z from 'zod/mini'
import { formatReward, rewardsAreCents, type WithSettings } from '../partner/partner-questions.ts'
import { type BudgetProblem, budgetProblem, maximumBudgetUnits } from '../rewards/components/budget.rules.ts'
import type { OfferReward } from '../rewards/components/offer/offer.rules.ts'
import { formatNumber } from '../shared/format.ts'
import { isLocalDate, type LocalDate } from '../shared/local-date.ts'

const date = z.string().check(z.refine(isLocalDate, 'Enter a date such as 2026-03-10.'))
const id = z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[^\0]+$/))

/** One offer counts its restaurants times its members. */
export const maximumMemberOffers = 10_000

/** Staff define these. Dates are those of the restaurant, both included. */
export const offerDefinitionSchema = z.object({
  /** Only staff read it. */
  name: z
    .string()
    .check(z.trim(), z.minLength(3, 'Give it a name, for staff.'), z.maxLength(80), z.regex(/^[^\0]*$/)),
  reward: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('fixed'), units: z.int().check(z.minimum(1), z.maximum(1_000_000)) }),
    z.object({ kind: z.literal('percent'), percent: z.int().check(z.minimum(1), z.maximum(100)) }),
    z.object({ kind: z.literal('multiplier'), times: z.int().check(z.minimum(2), z.maximum(20)) }),
  ]),
  minimumSpendCents: z.int().check(z.minimum(0), z.maximum(10_000_000)),
  /** What all its promises come to at most, in the program's unit; null is a budget without a limit. */
  budgetUnits: z.nullable(z.int().check(z.minimum(1), z.maximum(maximumBudgetUnits))),
  /** The most that one member earns by it, at all restaurants together; null: there is no cap. */
  memberCapUnits: z.nullable(z.int().check(z.minimum(1), z.maximum(maximumBudgetUnits))),
  startsOn: date,
  endsOn: date,
  /** An empty list means every restaurant of the program. */
  merchantIds: z.array(id).check(z.maxLength(1_000)),
  /** Null means every member. */
  memberIds: z.nullable(z.array(id).check(z.minLength(1, 'Name a member at least.'), z.maxLength(1_000))),
})
export type OfferDefinition = z.infer<typeof offerDefinitionSchema>

export type OfferState = 'coming' | 'running' | 'ended'

export function offerState({ startsOn, endsOn }: OfferDates, today: LocalDate): OfferState {
  if (endsOn < today) return 'ended'
  return startsOn > today ? 'coming' : 'running'
}

type OfferDates = Pick<OfferDefinition, 'startsOn' | 'endsOn'>

export interface OfferProblem {
  readonly field:
    | BudgetProblem['field']
    | 'startsOn'
    | 'endsOn'
    | 'reward'
    | 'minimumSpendCents'
    | 'merchantIds'
    | 'memberIds'
  readonly message: string
}

/**
 * What has begun has been promised, and dines were decided by it: only its name, its budget and its last day change, for days
 * to come.
 * @param before null for a new one
 * @returns null: it may be saved
 */
export function offerProblem(
  before: OfferDefinition | null,
  after: OfferDefinition,
  today: LocalDate,
): OfferProblem | null {
  const ofBudget = budgetProblem(after)
  if (ofBudget) return ofBudget
  if (after.endsOn < after.startsOn) return { field: 'endsOn', message: 'This is before its first day.' }
  if (after.memberIds && after.merchantIds.length === 0)
    return { field: 'merchantIds', message: 'Choose restaurants for an offer to some members.' }
  if (after.memberIds && after.memberIds.length * after.merchantIds.length > maximumMemberOffers)
    return {
      field: 'memberIds',
      message: `Members times restaurants are ${formatNumber(maximumMemberOffers)} at most.`,
    }
  if (!before || offerState(before, today) === 'coming')
    return after.startsOn < today
      ? { field: 'startsOn', message: 'It can begin today at the earliest.' }
      : null
  const changed = promised.find(field => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  if (changed)
    return { field: changed, message: 'It has begun, so this stays. End it, and define another one.' }
  if (after.endsOn !== before.endsOn && after.endsOn < today)
    return { field: 'endsOn', message: 'It can end today at the earliest.' }
  return null
}

const promised = [
  'reward',
  'minimumSpendCents',
  'memberCapUnits',
  'startsOn',
  'merchantIds',
  'memberIds',
] as const

type Program = WithSettings<'currencyType' | 'currencyWords'>

/** What members read: "250 points", "5 points per $1", "10% back", "3x rewards". */
export function offerAmountText(program: Program, reward: OfferReward): string {
  if (reward.kind === 'fixed') return formatReward(program, reward.units)
  if (reward.kind === 'multiplier') return `${reward.times}x rewards`
  return rewardsAreCents(program)
    ? `${reward.percent}% back`
    : `${formatReward(program, reward.percent)} per $1`
}
