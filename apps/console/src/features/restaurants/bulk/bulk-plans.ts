import type {
  Participation,
  putConsoleRestaurant,
  putRestaurantTerms,
  Restaurant,
} from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import { changedFacts, type MerchantFacts } from '@dineward/core/merchants/merchant-facts.rules.ts'
import {
  type ParticipationTerms,
  planTermsChange,
} from '@dineward/core/merchants/participation-terms.rules.ts'
import { api } from '../../../lib/api.ts'
import { formatPlainDate } from '../../../lib/format.ts'
import { factWords } from '../restaurant-words.ts'
import { termsOf } from '../terms/terms-dialog.tsx'

/** The facts that can be the same for many restaurants. */
export const bulkFacts = ['cuisines', 'priceRange', 'features', 'mealsServed', 'diets', 'website'] as const
export type BulkFact = (typeof bulkFacts)[number]

export type BulkChange =
  | { readonly kind: 'join'; readonly partner: string; readonly terms: ParticipationTerms }
  | { readonly kind: 'leave'; readonly partner: string; readonly leftOn: string }
  | { readonly kind: 'fact'; readonly facts: Partial<Pick<MerchantFacts, BulkFact>> }

/** What the change does to one restaurant. */
export type BulkPlan =
  | { readonly kind: 'change'; readonly says: string; readonly send: (reason: string) => Promise<unknown> }
  | { readonly kind: 'refused' | 'unchanged'; readonly says: string }

const refused = (says: string): BulkPlan => ({ kind: 'refused', says })
const unchanged = (says: string): BulkPlan => ({ kind: 'unchanged', says })

export function planBulkChange(change: BulkChange, restaurant: Restaurant): BulkPlan {
  if (change.kind === 'fact') return planFacts(change.facts, restaurant)
  const participation = restaurant.participations.find(({ partner }) => partner === change.partner) ?? null
  return change.kind === 'join'
    ? planJoining(change, restaurant, participation)
    : planLeaving(change, restaurant, participation)
}

function planFacts(
  facts: Partial<MerchantFacts>,
  { id, version, facts: before, canChangeFacts }: Restaurant,
): BulkPlan {
  const [name] = changedFacts(before, facts)
  if (name === undefined) return unchanged('It has this already.')
  if (!canChangeFacts) return refused('It also takes part in programs of other staff.')
  return {
    kind: 'change',
    says: `${factWords[name]}: ${inWords(before[name])} → ${inWords(facts[name])}`,
    send: reason =>
      api<typeof putConsoleRestaurant>('PUT', '/api/Console/Restaurants/:id', {
        params: { id },
        body: { version, facts, reason },
      }),
  }
}

const inWords = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value)) || '—'

type Of<Kind extends BulkChange['kind']> = Extract<BulkChange, { kind: Kind }>

function planJoining(
  change: Of<'join'>,
  restaurant: Restaurant,
  participation: Participation | null,
): BulkPlan {
  if (participation && participation.status !== 'left') return unchanged('It takes part already.')
  return planTerms(
    change.partner,
    change.terms,
    restaurant,
    participation,
    `Takes part from ${formatPlainDate(change.terms.joinedOn)}`,
  )
}

function planLeaving(
  change: Of<'leave'>,
  restaurant: Restaurant,
  participation: Participation | null,
): BulkPlan {
  if (!participation) return refused('It does not take part.')
  if (participation.status === 'left' || participation.leftOn === change.leftOn)
    return unchanged('It leaves then, or has left.')
  const terms = { ...termsOf(participation), leftOn: change.leftOn }
  return planTerms(
    change.partner,
    terms,
    restaurant,
    participation,
    `Leaves on ${formatPlainDate(change.leftOn)}`,
  )
}

function planTerms(
  partner: string,
  terms: ParticipationTerms,
  { id, today }: Restaurant,
  participation: Participation | null,
  says: string,
): BulkPlan {
  const plan = planTermsChange(participation && termsOf(participation), terms, today)
  if ('field' in plan) return refused(plan.message)
  return {
    kind: 'change',
    says,
    send: reason =>
      api<typeof putRestaurantTerms>('PUT', '/api/Console/Restaurants/:id/Participations/:partner', {
        params: { id, partner },
        body: { version: participation?.version ?? null, terms, reason },
      }),
  }
}
