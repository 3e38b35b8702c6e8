import type { PromisedBonus } from '../partner/bonus-definition.ts'
import type { BonusProgress } from './components/bonus/bonus.rules.ts'
import type { BudgetChange } from './components/budget.rules.ts'
import type { StoredComponent } from './components/component.ts'
import type { HoldChange } from './holds/stored-hold.rules.ts'
import type { Movement } from './movements/movements.rules.ts'
import type { PostingCause } from './posting-cause.ts'
import type { InboxEvent, MemberKey, StoredDine } from './snapshot.ts'

/* What a decision changes. The writer carries it out, a statement a table, and decides nothing. */

/** What was not said stays. */
export type EventChange = Partial<
  Pick<
    InboxEvent,
    | 'status'
    | 'reasonCode'
    | 'body'
    | 'partnerId'
    | 'linkedCardId'
    | 'merchantId'
    | 'transactionId'
    | 'sourceKey'
    | 'dineId'
  >
>

export interface PostingTarget {
  readonly dineId: string
  /** The dine's id, or the component's. */
  readonly correlationId: string
  readonly part: 'base' | 'component'
  /** What all its postings come to. */
  readonly units: number
  readonly reasonCode: string
  readonly cause: PostingCause | null
  /** Nothing is posted for it yet. */
  readonly isNew: boolean
  readonly paidBy: 'program' | 'partner'
}

export interface BonusChange {
  readonly code: string
  /** What the member is enrolled in now; null: the member was before. */
  readonly enrollment: { readonly definition: PromisedBonus; readonly description: string } | null
  readonly before: 'Enrolled' | 'Qualified'
  readonly after: 'Enrolled' | 'Qualified'
  readonly qualifiedAt: Date | null
  readonly progress: BonusProgress
}

/** A change of tiers, as it is kept. */
export interface TierPlan {
  /** At most one of a year is open, so those that end come first. */
  readonly changed: readonly {
    readonly id: number
    readonly dineId: string | null
    readonly revokedAt: Date | null
  }[]
  readonly granted: readonly NewGrant[]
  /** They are the tiers of until now, and of now. */
  readonly before: number
  readonly after: number
  /** The member hears of these years. */
  readonly told: readonly number[]
}

export interface NewGrant {
  readonly year: number
  readonly dineId: string
  readonly validFrom: Date
  readonly revokedAt: Date | null
  readonly validTo: Date
  readonly required: VipRequirement
}

/** What made a VIP. */
export interface VipRequirement {
  readonly dinesRequired: number
  readonly dollarsRequired: number
  /** Who had it before is a VIP from then on. Null: since ever. */
  readonly countedSince: string | null
}

export interface Plan extends MemberKey {
  readonly events: readonly { readonly event: InboxEvent; readonly change: EventChange }[]
  /** It has all events that report a movement. */
  readonly movementEvents: readonly {
    readonly movement: Pick<Movement, 'transactionId' | 'sourceKey'>
    readonly change: EventChange
  }[]
  /** They are decided again as if they came now. */
  readonly requeued: readonly number[]
  readonly newDines: readonly StoredDine[]
  readonly changedDines: readonly StoredDine[]
  readonly deletedDineIds: readonly string[]
  readonly amounts: readonly { readonly dineId: string; readonly movement: Movement }[]
  readonly removedAmounts: readonly string[]
  readonly confirmed: readonly { readonly sourceKey: string; readonly reportedAt: Date | null }[]
  readonly components: readonly StoredComponent[]
  readonly removedComponentIds: readonly string[]
  readonly bonuses: readonly BonusChange[]
  readonly budgets: readonly BudgetChange[]
  /** The sum of components of these dines is another. */
  readonly summedDineIds: readonly string[]
  readonly holds: readonly HoldChange[]
  readonly bookings: readonly { readonly id: string; readonly status: 'pending' | 'earned' }[]
  readonly tiers: TierPlan | null
  readonly postings: readonly PostingTarget[]
  /** Dines that earn now and did not before; null where nothing that a referral depends on has changed. */
  readonly earnedNow: ReadonlySet<string> | null
}
