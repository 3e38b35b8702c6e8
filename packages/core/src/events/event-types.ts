import type { ApiScope } from '../partner-api/api-scopes.ts'

/** What an event is about; `data` is that resource as the partner API answers it. */
export const eventResources = {
  member: { scope: 'members:read', label: 'Members' },
  card: { scope: 'cards:read', label: 'Cards' },
  dine: { scope: 'dines:read', label: 'Dines' },
  reward: { scope: 'rewards:read', label: 'Rewards without a dine' },
  balance: { scope: 'rewards:read', label: 'Balances' },
  memberBonus: { scope: 'bonuses:read', label: 'Bonuses' },
  payout: { scope: 'settlement:read', label: 'Payouts' },
  claim: { scope: 'claims:read', label: 'Claims' },
  reservation: { scope: 'reservations:read', label: 'Reservations' },
  review: { scope: 'dines:read', label: 'Reviews' },
  restaurant: { scope: 'restaurants:read', label: 'Restaurants' },
  accrualFile: { scope: 'settlement:read', label: 'Files of accruals' },
  endpoint: { scope: 'webhooks:manage', label: 'Endpoints' },
} as const satisfies Readonly<Record<string, { readonly scope: ApiScope; readonly label: string }>>
export type EventResource = keyof typeof eventResources

/** A released type stays: receivers match on it. */
export const eventTypes = {
  'member.enrolled': 'member',
  'member.updated': 'member',
  'member.closed': 'member',
  'member.reopened': 'member',
  'member.erased': 'member',
  'tier.changed': 'member',
  'card.linked': 'card',
  'card.changed': 'card',
  'card.removed': 'card',
  'dine.pending': 'dine',
  'dine.awarded': 'dine',
  'dine.changed': 'dine',
  'dine.forfeited': 'dine',
  'dine.paid': 'dine',
  /** It turned out to be part of another dine, which has its amounts. */
  'dine.removed': 'dine',
  'reward.posted': 'reward',
  'reward.reversed': 'reward',
  /** Nothing else of the member changed with it: their partner confirmed what it was told. */
  'balance.changed': 'balance',
  'bonus.enrolled': 'memberBonus',
  'bonus.qualified': 'memberBonus',
  'bonus.expired': 'memberBonus',
  'payout.sent': 'payout',
  'payout.completed': 'payout',
  'payout.returned': 'payout',
  'claim.opened': 'claim',
  'claim.answered': 'claim',
  'reservation.booked': 'reservation',
  'reservation.changed': 'reservation',
  'reservation.canceled': 'reservation',
  'review.posted': 'review',
  'restaurant.joined': 'restaurant',
  'restaurant.changed': 'restaurant',
  'restaurant.left': 'restaurant',
  'accrual.sent': 'accrualFile',
  'accrual.answered': 'accrualFile',
  'endpoint.disabled': 'endpoint',
  /** Staff pressed the button; only that endpoint is sent it. */
  'endpoint.test': 'endpoint',
} as const satisfies Readonly<Record<string, EventResource>>
export type EventType = keyof typeof eventTypes

export const eventTypeNames = Object.keys(eventTypes) as EventType[]

export const isEventType = (text: string): text is EventType => Object.hasOwn(eventTypes, text)

/** Ids tell what changed without telling about whom. */
const alwaysShown = ['id', 'memberId', 'externalId', 'erased'] as const

/**
 * What is told to a key or an endpoint: of a resource that its scopes do not read, only the ids. Null scopes are of the
 * program's own staff, who read all.
 */
export function tellableData(
  type: EventType,
  data: Readonly<Record<string, unknown>>,
  scopes: readonly ApiScope[] | null,
): Readonly<Record<string, unknown>> {
  if (scopes === null || scopes.includes(eventResources[eventTypes[type]].scope)) return data
  return Object.fromEntries(alwaysShown.flatMap(name => (name in data ? [[name, data[name]]] : [])))
}

/** A dine's event by what it was and is. */
export function dineEventType(before: string | null, after: string): EventType {
  if (before === after) return 'dine.changed'
  if (after === 'Paid') return 'dine.paid'
  if (after === 'Pending') return before === null ? 'dine.pending' : 'dine.changed'
  const hasReward = after === 'Awarded' || after === 'Deferred'
  if (hasReward) return before === 'Awarded' || before === 'Deferred' ? 'dine.changed' : 'dine.awarded'
  return after === 'Forfeit' ? 'dine.forfeited' : 'dine.changed'
}
