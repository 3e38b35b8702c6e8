import type {
  putConsoleRestaurant,
  Restaurant,
} from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import { type MerchantFacts, merchantFactsSchema } from '@dineward/core/merchants/merchant-facts.rules.ts'
import { useEditForm } from '../../../kit/form/use-edit-form.ts'
import { api } from '../../../lib/api.ts'
import { fieldWords } from '../restaurant-words.ts'
import { restaurantQuery, useChangedRestaurant } from '../restaurants.queries.ts'

export type SetFact = <Name extends keyof MerchantFacts>(name: Name, value: MerchantFacts[Name]) => void

/** What fields draw, here and where a restaurant is new. */
export interface FactsFieldsDraft {
  readonly facts: MerchantFacts
  readonly set: SetFact
  /** They are sentences by field. */
  readonly errors: Readonly<Record<string, string>>
}

/** Changes of a restaurant that are not saved yet; only changed facts are sent. */
export function useFactsDraft({ id, version, facts }: Restaurant) {
  const take = useChangedRestaurant()
  const edit = useEditForm<MerchantFacts>({
    initial: facts,
    stored: { value: facts, version },
    schema: merchantFactsSchema,
    prefix: /^facts\./,
    labels: fieldWords,
    refresh: [restaurantQuery(id).queryKey],
    async run(_, { version: seen, changes }) {
      const path = '/api/Console/Restaurants/:id'
      const body = { version: seen!, facts: changes }
      take(await api<typeof putConsoleRestaurant>('PUT', path, { params: { id }, body }))
      return 'Saved.'
    },
  })
  const set: SetFact = (name, value) => edit.change({ [name]: value })
  return { edit, facts: edit.values, set, errors: edit.errors }
}

export type FactsDraft = ReturnType<typeof useFactsDraft>
