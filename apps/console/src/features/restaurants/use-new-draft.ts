import type { MerchantFacts } from '@dineward/core/merchants/merchant-facts.rules.ts'
import type { ParticipationTerms } from '@dineward/core/merchants/participation-terms.rules.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import { useState } from 'react'
import { newDraftId } from '../../lib/draft-id.ts'
import { newTerms } from './terms/terms-dialog.tsx'

export interface NewRestaurantDraft {
  readonly draftId: string
  readonly facts: MerchantFacts
  /** Null until it is chosen. */
  readonly partner: string | null
  readonly terms: ParticipationTerms
  readonly mid: string
}

const storageKey = 'dw.console.newRestaurant'

const emptyFacts: MerchantFacts = {
  name: '',
  about: '',
  cuisines: [],
  priceRange: 0,
  phone: '',
  website: '',
  street: '',
  city: '',
  state: '',
  zipCode: '',
  neighborhood: '',
  // The place is not known yet, and none is a good guess.
  latitude: Number.NaN,
  longitude: Number.NaN,
  timezone: 'America/New_York',
  hours: {},
  menu: [],
  menuUrl: '',
  menuImages: [],
  onlineOrderingUrl: '',
  openTableId: null,
  features: ['dineIn'],
  diets: [],
  mealsServed: ['dinner'],
  acclaimedLevel: 0,
}

function emptyDraft(partner: string | null): NewRestaurantDraft {
  const terms = newTerms(todayOf(emptyFacts))
  return { draftId: newDraftId(), facts: emptyFacts, partner, terms, mid: '' }
}

const todayOf = ({ timezone }: MerchantFacts) => localDateAt(timezone, new Date())

/** Who takes part from today does so by the restaurant's date. */
function withItsToday(next: NewRestaurantDraft, before: NewRestaurantDraft): NewRestaurantDraft {
  const isToday = next.terms.joinedOn === todayOf(before.facts)
  return isToday ? { ...next, terms: { ...next.terms, joinedOn: todayOf(next.facts) } } : next
}

/** Survives a reload. The `draftId` makes of two saves one restaurant. */
export function useNewDraft(partner: string | null) {
  const [draft, set] = useState<NewRestaurantDraft>(() => storedDraft() ?? emptyDraft(partner))
  return {
    draft,
    setDraft(change: (draft: NewRestaurantDraft) => NewRestaurantDraft) {
      set(current => {
        const next = withItsToday(change(current), current)
        localStorage.setItem(storageKey, JSON.stringify(next))
        return next
      })
    },
    clear() {
      localStorage.removeItem(storageKey)
      set(emptyDraft(partner))
    },
  }
}

function storedDraft(): NewRestaurantDraft | null {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as NewRestaurantDraft | null
    if (!stored) return null
    const { latitude, longitude } = stored.facts
    // JSON has no NaN.
    const place = { latitude: latitude ?? Number.NaN, longitude: longitude ?? Number.NaN }
    return { ...stored, facts: { ...emptyFacts, ...stored.facts, ...place } }
  } catch {
    return null
  }
}
