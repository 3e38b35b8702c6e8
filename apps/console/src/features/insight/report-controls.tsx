import {
  defaultPeriod,
  mostDimensions,
  mostMeasures,
  type ReportQuery,
  reportPeriods,
} from '@dineward/core/console-insight/report.rules.ts'
import {
  dimensions,
  dimensionsOf,
  type FilterDimension,
  filterDimensions,
  type MeasureName,
  measures,
} from '@dineward/core/console-insight/report-measures.ts'
import { Group, MultiSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { DayFilter, ProgramFilter } from '../../kit/list/filter-fields.tsx'
import { choicesOf } from '../../kit/list/list.ts'
import { valuesQuery } from './reports.queries.ts'

const names = ['measures', 'by', 'period', 'from', 'to', 'partner', ...filterDimensions] as const

/** The report that the address asks for. */
export function useReport(): [query: ReportQuery, set: (change: ReportQuery) => void] {
  const [params, setParams] = useSearchParams()
  const query = Object.fromEntries(
    names.flatMap(name => (params.get(name) ? [[name, params.get(name)!]] : [])),
  )
  const set = (change: ReportQuery) =>
    setParams(
      current => {
        const next = new URLSearchParams(current)
        for (const [name, value] of Object.entries(change)) value ? next.set(name, value) : next.delete(name)
        return next
      },
      { replace: true },
    )
  return [query, set]
}

export const namesIn = (text: string | undefined): string[] => text?.split(',').filter(Boolean) ?? []
/** Names that no longer exist are left out: an old address may have them. */
export const measuresIn = ({ measures: text }: ReportQuery): MeasureName[] =>
  namesIn(text).filter((name): name is MeasureName => Object.hasOwn(measures, name))

/** The controls say what is measured, by what, when and where; all of it is in the address. */
export function ReportControls() {
  const [query, set] = useReport()
  const asked = measuresIn(query)
  const allowed = dimensionsOf(asked)
  const isOwn = Boolean(query.from || query.to)
  return (
    <Group component="search" gap="sm" align="flex-start">
      <MultiSelect
        label="Measure"
        description={`One to ${mostMeasures}`}
        data={choicesOf(measures)}
        value={asked}
        onChange={next => set({ measures: next.join() })}
        maxValues={mostMeasures}
        searchable
        flex="2 1 18rem"
      />
      <MultiSelect
        label="Divide by"
        description={`At most ${mostDimensions} that every measure has`}
        data={allowed.map(value => ({ value, label: dimensions[value].label }))}
        value={namesIn(query.by).filter(name => Object.hasOwn(dimensions, name))}
        onChange={next => set({ by: next.join() })}
        maxValues={mostDimensions}
        flex="2 1 16rem"
      />
      <Select
        label="Period"
        description="In the program’s calendar"
        data={[...choicesOf(reportPeriods), { value: 'own', label: 'From one day to another' }]}
        value={isOwn ? 'own' : (query.period ?? defaultPeriod)}
        onChange={value => set(value === 'own' ? ownDays() : { period: value ?? '', from: '', to: '' })}
        allowDeselect={false}
        flex="1 1 12rem"
      />
      {isOwn && (
        <Group gap="sm" align="flex-end" pt={20}>
          <DayFilter name="from" label="From" />
          <DayFilter name="to" label="To" />
        </Group>
      )}
      <Group gap="sm" align="flex-end" w="100%">
        <ProgramFilter permission="insight.read" />
        {filterDimensions
          .filter(name => allowed.includes(name) || query[name])
          .map(name => (
            <ValueFilter key={name} dimension={name} />
          ))}
      </Group>
    </Group>
  )
}

/** The month so far, to begin with. */
function ownDays(): ReportQuery {
  const to = new Date().toISOString().slice(0, 10)
  return { period: '', from: `${to.slice(0, 8)}01`, to }
}

function ValueFilter({ dimension }: { dimension: FilterDimension }) {
  const [query, set] = useReport()
  const [words, setWords] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [search] = useDebouncedValue(words, 250)
  const chosen = query[dimension]
  const found = useQuery({
    ...valuesQuery({ dimension, partner: query.partner, search: isOpen ? search : '', chosen }),
    enabled: isOpen || chosen !== undefined,
  })
  const items = found.data?.items ?? []
  const isKnown = items.some(({ key }) => key === chosen)
  return (
    <Select
      label={dimensions[dimension].label}
      placeholder="Any"
      data={[
        ...items.map(({ key, label }) => ({ value: key, label })),
        ...(chosen && !isKnown ? [{ value: chosen, label: chosen }] : []),
      ]}
      value={chosen ?? null}
      onChange={value => set({ [dimension]: value ?? '' })}
      onDropdownOpen={() => {
        setWords('')
        setOpen(true)
      }}
      onDropdownClose={() => setOpen(false)}
      searchable
      onSearchChange={setWords}
      clearable
      nothingFoundMessage={found.isFetching ? 'Looking…' : 'None has these words.'}
      error={found.isError ? 'The list could not be loaded. Type again.' : undefined}
      flex="1 1 8.5rem"
      maw={200}
    />
  )
}
