import type {
  putConsoleRestaurant,
  Restaurant,
} from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import { changedFacts, type MerchantFacts } from '@dineward/core/merchants/merchant-facts.rules.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, api } from '../../../lib/api.ts'
import { errorsOf } from '../../../lib/field-errors.ts'
import { useUnsavedChanges } from '../../../lib/unsaved-changes.ts'
import { restaurantQuery, useRestaurantWrite } from '../restaurants.queries.ts'

export type SetFact = <Name extends keyof MerchantFacts>(name: Name, value: MerchantFacts[Name]) => void

export interface FactsDraft {
  readonly facts: MerchantFacts
  readonly set: SetFact
  /** They are sentences by field. */
  readonly errors: Readonly<Record<string, string>>
  readonly names: readonly (keyof MerchantFacts)[]
  readonly isSaving: boolean
  readonly error: unknown
  /** Someone else wrote meanwhile into fields that were changed here. */
  readonly conflict: { readonly theirs: Partial<MerchantFacts>; readonly mine: Partial<MerchantFacts> } | null
  save(): void
  discard(): void
}

/** Changes of a restaurant that are not saved yet; only changed facts are sent. */
export function useFactsDraft(restaurant: Restaurant): FactsDraft {
  const client = useQueryClient()
  const [changes, setChanges] = useState<Partial<MerchantFacts>>({})
  /** What the changes were made from: it stays while the query behind it refreshes. */
  const [seen, setSeen] = useState(restaurant)
  const [isStale, setIsStale] = useState(false)
  const base = Object.keys(changes).length === 0 ? restaurant : seen
  const names = changedFacts(base.facts, changes)
  const write = useRestaurantWrite(
    (version: string) =>
      api<typeof putConsoleRestaurant>('PUT', '/api/Console/Restaurants/:id', {
        params: { id: restaurant.id },
        body: { version, facts: pick(changes as MerchantFacts, names) },
      }),
    'Saved.',
  )
  useUnsavedChanges(names.length > 0)
  const discard = () => {
    setChanges({})
    setIsStale(false)
    write.reset()
  }
  return {
    facts: { ...base.facts, ...changes },
    names,
    errors: errorsOf(write.error),
    isSaving: write.isPending,
    error: isStale ? null : write.error,
    conflict: isStale
      ? { theirs: pick(restaurant.facts, names), mine: pick(changes as MerchantFacts, names) }
      : null,
    set(name, value) {
      if (names.length === 0) setSeen(restaurant)
      setChanges(current => ({ ...current, [name]: value }))
    },
    save() {
      // With a conflict on screen, what is there now has been seen.
      write.mutate(isStale ? restaurant.version : base.version, {
        onSuccess: discard,
        onError: error => {
          if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return
          void client.invalidateQueries({ queryKey: restaurantQuery(restaurant.id).queryKey, exact: true })
          setIsStale(true)
        },
      })
    },
    discard,
  }
}

function pick(facts: MerchantFacts, names: readonly (keyof MerchantFacts)[]): Partial<MerchantFacts> {
  return Object.fromEntries(names.map(name => [name, facts[name]]))
}
