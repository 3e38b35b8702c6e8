import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { OneProgramFilter } from '../../ui/one-program.tsx'
import { DayFilter, ProgramFilter, SearchFilter, SelectFilter } from './filter-fields.tsx'
import type { ListFilter } from './list.ts'

/** Filters of a list, all in the address. */
export function ListFilters({ filters, children }: { filters: readonly ListFilter[]; children?: ReactNode }) {
  return (
    <Group component="search" gap="xs" align="flex-end" flex="1 1 auto">
      {filters.map(filter => (
        <Filter key={filter.name} filter={filter} />
      ))}
      {children}
    </Group>
  )
}

function Filter({ filter }: { filter: ListFilter }) {
  switch (filter.kind) {
    case 'search':
      return <SearchFilter {...filter} />
    case 'choice':
      return <SelectFilter {...filter} options={filter.choices} />
    case 'day':
      return <DayFilter {...filter} />
    case 'program':
      return <ProgramFilter {...filter} />
    case 'one-program':
      return <OneProgramFilter {...filter} />
    case 'linked':
      return null
  }
}
