import { hasFavorites } from '@dineward/core/partner/partner-questions.ts'
import { placeWords } from '@dineward/core/search/place-words.rules.ts'
import type { Suggestion } from '@dineward/core/search/suggestions.contract.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { useApp, useCopy, type WriteCopy } from '../../../partner/partner-context.tsx'
import { Combobox, type ComboboxOption } from '../../../ui/form/combobox.tsx'
import { type SavedSearch, savedSearchesQuery, savedSearchPath } from '../saved/saved-searches.queries.ts'
import { suggestionsQuery } from '../search.queries.ts'
import { formParams } from '../search-address.ts'
import { readSearch, searchPlaceQuery } from '../search-place.queries.ts'
import { addRecentSearch, clearRecentSearches, readRecentSearches } from './recent-searches.ts'

interface QuerySuggestionsProps {
  readonly input: HTMLInputElement
  readonly id: string
}

interface QueryOption extends ComboboxOption {
  readonly choose?: () => void
}

/** A chosen restaurant or guide opens, and anything else is searched at once. */
export function QuerySuggestions({ input, id }: QuerySuggestionsProps) {
  const copy = useCopy()
  const navigate = useNavigate()
  const [text, setText] = useState(input.value)
  const [recent, setRecent] = useState(readRecentSearches)
  const typed = useDebounced(text.trim())
  const suggestions = useSuggestions(input, typed)
  const saved = useSavedSearches()

  useEffect(() => {
    const remember = () => {
      addRecentSearch(input.value)
      setRecent(readRecentSearches())
    }
    input.form?.addEventListener('submit', remember)
    return () => input.form?.removeEventListener('submit', remember)
  }, [input])

  function choose({ kind, href }: Suggestion) {
    if (kind === 'restaurant' || kind === 'guide') void navigate(href)
    else if (kind === 'place') searchAt(input)
    else input.form?.requestSubmit()
  }
  function clear() {
    input.value = ''
    clearRecentSearches()
    setRecent([])
  }
  const options = [
    ...savedOptions(saved, text, copy).map(one => ({
      ...one,
      choose() {
        input.value = new URLSearchParams(one.search.query).get('restaurantOrCuisine') ?? ''
        void navigate(savedSearchPath(one.search))
      },
    })),
    ...recentOptions(recent, text, copy),
    ...suggestions.map(one => ({ ...suggestionOption(one, copy), choose: () => choose(one) })),
    ...(text === '' && recent.length > 0
      ? [{ value: copy('search.suggestions.clear'), icon: 'trash' as const, choose: clear }]
      : []),
  ]
  return (
    <Combobox
      input={input}
      id={id}
      label={copy('search.suggestions')}
      options={options}
      onText={setText}
      onChoose={({ value, choose }: QueryOption) => {
        setText(value)
        if (choose) choose()
        else input.form?.requestSubmit()
      }}
    />
  )
}

function useSuggestions(input: HTMLInputElement, typed: string): readonly Suggestion[] {
  const app = useApp()
  const state = readSearch(app, input.form ? formParams(input.form) : new URLSearchParams())
  const isNamed = state.location !== placeWords.mapView
  const { data: place } = useQuery({ ...searchPlaceQuery(app, state), enabled: typed !== '' && isNamed })
  const { data = [] } = useQuery({
    ...suggestionsQuery(app, typed, place ?? null),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
  })
  return typed === '' ? [] : data
}

function useSavedSearches(): readonly SavedSearch[] {
  const app = useApp()
  const enabled = app.hasSession() && hasFavorites(app.partner)
  const { data = [] } = useQuery({ ...savedSearchesQuery(app), enabled })
  return data
}

const mostSaved = 3

/** Without text the newest are offered, otherwise those whose name begins with it. */
function savedOptions(saved: readonly SavedSearch[], text: string, copy: WriteCopy) {
  const begun = text.trim().toLowerCase()
  return saved
    .filter(({ name }) => name.toLowerCase().startsWith(begun))
    .slice(0, mostSaved)
    .map(search => ({
      key: `saved ${search.id}`,
      value: search.name,
      icon: 'search' as const,
      detail: copy('search.suggestions.saved'),
      search,
    }))
}

/** Without text all are offered, otherwise those that begin with it. */
function recentOptions(recent: readonly string[], text: string, copy: WriteCopy): QueryOption[] {
  const begun = text.trim().toLowerCase()
  const offered = recent.filter(one => one.toLowerCase().startsWith(begun) && one.toLowerCase() !== begun)
  return offered.slice(0, begun === '' ? undefined : 2).map(value => ({
    key: `recent ${value}`,
    value,
    icon: 'clock',
    detail: copy('search.suggestions.recent'),
  }))
}

const icons = { restaurant: 'fork', cuisine: 'search', dish: 'menu', guide: 'sparkle', place: 'pin' } as const

function suggestionOption({ kind, label, href, detail }: Suggestion, copy: WriteCopy): QueryOption {
  return {
    key: href,
    value: label,
    icon: icons[kind],
    detail: detail ?? copy(`search.suggestions.${kind}`),
  }
}

/** The text of the field is a place: it moves to the field for places. */
function searchAt(input: HTMLInputElement) {
  const location = input.form?.elements.namedItem('location')
  if (!(location instanceof HTMLInputElement)) return
  location.value = input.value
  input.value = ''
  input.form?.requestSubmit()
}
