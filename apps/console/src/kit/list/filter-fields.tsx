import type { Permission } from '@dineward/core/staff/permissions.ts'
import { Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useFilter } from '../../lib/filters.ts'
import { useProgramsWith } from '../../lib/staff.ts'

/* Filters of a list: each stands in the address. */

export function SearchFilter({
  name = 'query',
  label,
  placeholder,
  hasFocus = false,
}: {
  name?: string
  label: string
  placeholder?: string
  hasFocus?: boolean
}) {
  const [value, setFilter] = useFilter(name)
  const [text, setText] = useState(value)
  const written = useRef(value)
  const later = useDebouncedCallback((next: string) => {
    written.current = next.trim()
    setFilter(written.current || null)
  }, 250)
  // The address changes by other means, such as a saved filter. What was written may arrive after more was typed.
  useEffect(() => {
    if (value === written.current) return
    written.current = value
    setText(value)
  }, [value])
  return (
    <TextInput
      type="search"
      label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        later(currentTarget.value)
      }}
      data-autofocus={hasFocus || undefined}
      autoFocus={hasFocus}
      flex="1 1 16rem"
      maw={420}
    />
  )
}

export function SelectFilter({
  name,
  label,
  options,
  any = 'Any',
  width = 170,
}: {
  name: string
  label: string
  options: readonly { readonly value: string; readonly label: string }[]
  /** What the empty choice is called. */
  any?: string
  width?: number
}) {
  const [value, set] = useFilter(name)
  return (
    <Select
      label={label}
      data={[...options]}
      value={value || null}
      onChange={set}
      placeholder={any}
      clearable
      searchable={options.length > 8}
      w={width}
    />
  )
}

/** A day, in the reader's time zone. */
export function DayFilter({ name, label }: { name: string; label: string }) {
  const [value, set] = useFilter(name)
  return (
    <TextInput
      type="date"
      label={label}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value || null)}
      w={150}
    />
  )
}

/** Nothing where there is only one program to choose. */
export function ProgramFilter({ permission }: { permission: Permission }) {
  const programs = useProgramsWith(permission)
  if (programs.length < 2) return null
  const options = programs.map(({ slug, name }) => ({ value: slug, label: name }))
  return <SelectFilter name="partner" label="Program" options={options} any="All programs" width={230} />
}
