import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Combobox } from '../../ui/form/combobox.tsx'
import { type NamedRestaurant, restaurantsNamedQuery } from './claims.queries.ts'

interface RestaurantSuggestionsProps {
  readonly input: HTMLInputElement
  readonly onChoose: (restaurant: NamedRestaurant) => void
}

export function RestaurantSuggestions({ input, onChoose }: RestaurantSuggestionsProps) {
  const app = useApp()
  const copy = useCopy()
  const [text, setText] = useState(input.value)
  const typed = useDebounced(text.trim())
  const { data: found = [] } = useQuery({
    ...restaurantsNamedQuery(app, typed),
    enabled: typed.length >= 2,
    placeholderData: keepPreviousData,
  })
  const shown = typed.length >= 2 ? found : []
  const wordsOf = ({ name, address }: NamedRestaurant) => `${name}, ${address}`
  return (
    <Combobox
      input={input}
      id="restaurants"
      label={copy('claim.restaurant.suggestions')}
      options={shown.map(restaurant => ({ value: wordsOf(restaurant) }))}
      onText={setText}
      onChoose={({ value }) => {
        const chosen = shown.find(restaurant => wordsOf(restaurant) === value)
        if (chosen) onChoose(chosen)
      }}
    />
  )
}
