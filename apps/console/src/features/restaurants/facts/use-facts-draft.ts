import type {
  putConsoleRestaurant,
  Restaurant,
} from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import type { MerchantFacts } from '@dineward/core/merchants/merchant-facts.rules.ts'
import { useDraft } from '../../../kit/form/use-draft.ts'
import { api } from '../../../lib/api.ts'
import { restaurantQuery, useChangedRestaurant } from '../restaurants.queries.ts'

export type SetFact = <Name extends keyof MerchantFacts>(name: Name, value: MerchantFacts[Name]) => void

/** What fields draw, here and where a restaurant is new. */
export interface FactsFieldsDraft {
  readonly facts: MerchantFacts
  readonly set: SetFact
  /** They are sentences by field. */
  readonly errors: Readonly<Record<string, string>>
}

export type FactsDraft = ReturnType<typeof useFactsDraft>

/** Changes of a restaurant that are not saved yet; only changed facts are sent. */
export function useFactsDraft({ id, version, facts }: Restaurant) {
  const take = useChangedRestaurant()
  const draft = useDraft<MerchantFacts>({
    stored: { value: facts, version },
    start: facts,
    prefix: /^facts\./,
    refresh: [restaurantQuery(id).queryKey],
    async save(_, { version: seen, changes }) {
      const body = { version: seen!, facts: changes }
      take(
        await api<typeof putConsoleRestaurant>('PUT', '/api/Console/Restaurants/:id', {
          params: { id },
          body,
        }),
      )
      return 'Saved.'
    },
  })
  const set: SetFact = (name, value) => draft.change({ [name]: value })
  const names = Object.keys(draft.changes) as (keyof MerchantFacts)[]
  return {
    ...draft,
    facts: draft.value,
    set,
    names,
    /** Of the changed fields, as someone else saved them. */
    theirs: Object.fromEntries(names.map(name => [name, facts[name]])),
  }
}
