import type { LocalTime } from '../../shared/local-date.ts'

/* A dine's reward is the sum of its base and of components, each with its own postings (rewards.md). */

/** Each kind, and who pays it. What decides it is in the folder of its name (`decide-components.rules.ts`). */
const payers = {
  offer: 'program',
  bonus: 'program',
  /** A bonus that the partner pays. */
  corporate: 'partner',
  /** This is the bonus of a table that was booked. */
  reservation: 'program',
} as const

export type ComponentKind = keyof typeof payers
export const componentKinds = Object.keys(payers) as [ComponentKind, ...ComponentKind[]]

export const kindsPaidBy = (payer: 'program' | 'partner'): readonly ComponentKind[] =>
  componentKinds.filter(kind => payers[kind] === payer)

export const paidBy = (kind: ComponentKind): 'program' | 'partner' => payers[kind]

/** What a dine earns beside its base. */
export interface Component {
  readonly dineId: string
  readonly kind: ComponentKind
  /** The offer's id, the bonus's code, or the reservation's id. */
  readonly code: string
  /** It is in the partner's unit, and an estimate while the dine is pending. */
  readonly units: number
}

/** A component is kept with its dine in this form. */
export interface StoredComponent extends Component {
  /** It is the `componentId`. */
  readonly id: string
  /** The most that was posted. */
  readonly grantedUnits: number
}

/** Its postings have it as their correlation id. */
export const componentId = ({ dineId, kind, code }: Pick<Component, 'dineId' | 'kind' | 'code'>): string =>
  `${dineId}:${kind}:${code}`

/** A dine that earned or may still earn. */
export interface ComponentDine {
  readonly dineId: string
  readonly transactionId: string
  readonly merchantId: string | null
  /** It is local time at the restaurant. */
  readonly dinedAt: LocalTime
  /** It is the same time as an instant, in ms. */
  readonly instant: number
  readonly netCents: number
  /** The part of it that the monthly limits let earn. */
  readonly earningCents: number
  readonly baseUnits: number
  /** It is true once the dine is cleared and its base earned; until then the dine is pending. */
  readonly hasEarned: boolean
}

/** Dines go by time, and ties by transaction, so that the order of reports does not matter. */
export function byTime(a: ComponentDine, b: ComponentDine): number {
  return a.instant - b.instant || (a.transactionId < b.transactionId ? -1 : 1)
}
