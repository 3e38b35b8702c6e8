import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { foundMembersQuery, foundRestaurantsQuery } from './offers.queries.ts'

export interface Choice {
  readonly value: string
  readonly label: string
}

interface FieldProps {
  readonly slug: string
  readonly label: string
  readonly description?: string
  readonly value: readonly string[]
  readonly onChange: (value: string[]) => void
  readonly isDisabled?: boolean
  readonly error?: string | undefined
}

/** @param known words of those that are chosen already */
export function RestaurantSelect({
  slug,
  known,
  ...field
}: FieldProps & { readonly known: readonly Choice[] }) {
  const [words, setWords] = useState('')
  const [asked] = useDebouncedValue(words, 250)
  const found = useQuery(foundRestaurantsQuery(slug, asked))
  const search = { words, setWords, found, known, placeholder: 'Name, city, id or MID' }
  return <SearchSelect {...field} {...search} />
}

export function MemberSelect({ slug, ...field }: FieldProps) {
  const [words, setWords] = useState('')
  const [asked] = useDebouncedValue(words, 250)
  const found = useQuery(foundMembersQuery(slug, asked))
  const search = { words, setWords, found, known: [], placeholder: 'Name, email or member number' }
  return <SearchSelect {...field} {...search} />
}

interface SearchProps extends Omit<FieldProps, 'slug'> {
  readonly words: string
  readonly setWords: (words: string) => void
  readonly found: UseQueryResult<Choice[]>
  readonly known: readonly Choice[]
  readonly placeholder: string
}

/** It selects some of very many, which are found by typing. */
function SearchSelect(props: SearchProps) {
  const { value, onChange, words, setWords, found, known, placeholder, isDisabled = false, ...field } = props
  /** Those that were chosen here, whatever is found now. */
  const [chosen, setChosen] = useState<readonly Choice[]>([])
  const offered = found.data ?? []
  const choices = new Map([...known, ...chosen, ...offered].map(one => [one.value, one]))
  const isChosen = new Set(value)
  return (
    <MultiSelect
      label={field.label}
      description={field.description}
      placeholder={value.length === 0 ? placeholder : ''}
      data={[
        ...value.map(id => choices.get(id) ?? { value: id, label: id }),
        ...offered.filter(one => !isChosen.has(one.value)),
      ]}
      filter={({ options }) => options}
      value={[...value]}
      onChange={next => {
        setChosen(next.flatMap(id => choices.get(id) ?? []))
        onChange(next)
      }}
      searchValue={words}
      onSearchChange={setWords}
      searchable
      hidePickedOptions
      maxValues={1_000}
      disabled={isDisabled}
      nothingFoundMessage={nothingFound(words, found)}
      error={field.error ?? (found.isError ? 'The list could not be loaded. Type again.' : undefined)}
    />
  )
}

function nothingFound(words: string, found: UseQueryResult<Choice[]>): string {
  if (found.isFetching) return 'Looking…'
  return words.trim().length > 1 ? 'None is found by these words.' : 'Type what to look for.'
}
