import { type UnnamedPlace, unnamedPlaceOf } from '@dineward/core/search/place-words.rules.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { Combobox } from '../../../ui/form/combobox.tsx'
import { locationsQuery } from '../search.queries.ts'
import { wordsFor } from '../search-place.queries.ts'

interface PlaceSuggestionsProps {
  readonly input: HTMLInputElement
  readonly id: string
  readonly hasMapView: boolean
  readonly onChoose: (place: UnnamedPlace | 'named') => void
}

export function PlaceSuggestions({ input, id, hasMapView, onChoose }: PlaceSuggestionsProps) {
  const app = useApp()
  const copy = useCopy()
  const [text, setText] = useState(input.value)
  const typed = useDebounced(text.trim())
  const isUnnamed = unnamedPlaceOf(typed) !== null
  const { data: places = [] } = useQuery({
    ...locationsQuery(app, typed),
    enabled: typed.length >= 2 && !isUnnamed,
    placeholderData: keepPreviousData,
  })
  const unnamed = [
    { value: wordsFor(app, 'current'), icon: 'locate' as const, place: 'current' as const },
    ...(hasMapView
      ? [{ value: wordsFor(app, 'mapView'), icon: 'search' as const, place: 'mapView' as const }]
      : []),
  ]
  const named =
    typed.length < 2 || isUnnamed
      ? []
      : places.map(({ label }) => ({ value: label, place: 'named' as const }))
  return (
    <Combobox
      input={input}
      id={id}
      label={copy('search.location.suggestions')}
      options={[...unnamed, ...named]}
      onText={setText}
      onChoose={({ value }) => {
        setText(value)
        onChoose(unnamed.find(one => one.value === value)?.place ?? 'named')
      }}
    />
  )
}
