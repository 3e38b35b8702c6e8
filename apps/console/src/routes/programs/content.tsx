import type { ContentSummary } from '@dineward/core/console-programs/content.contract.ts'
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { ContentStatus } from '../../features/programs/content/content-status.tsx'
import { fieldLabel } from '../../features/programs/content/field-schema.ts'
import { NewEntryDialog } from '../../features/programs/content/new-entry-dialog.tsx'
import { ProgramPage } from '../../features/programs/program-page.tsx'
import { contentQuery } from '../../features/programs/programs.queries.ts'
import { useFilter } from '../../lib/filters.ts'
import { useMay } from '../../lib/staff.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { FilterBar, SearchFilter, SelectFilter } from '../../ui/table/filter-bar.tsx'
import { Time } from '../../ui/time.tsx'

const kinds = [
  'global',
  'home',
  'discover',
  'tier_1_activation',
  'account_center',
  'earn_details',
  'earn_banner',
  'announcement_banner',
  'popup',
  'sidebar',
  'guides',
  'pages',
  'surveys',
]

const columns: readonly TableColumn<ContentSummary>[] = [
  {
    key: 'name',
    header: 'Entry',
    cell: one => one.name,
    sortBy: one => one.name,
    width: 'minmax(12rem, 2fr)',
  },
  {
    key: 'kind',
    header: 'Kind',
    cell: one => fieldLabel(one.kind),
    sortBy: one => one.kind,
    isSecondary: true,
  },
  {
    key: 'state',
    header: 'State',
    cell: one => (
      <Group gap={4} wrap="nowrap">
        <ContentStatus state={one.state} />
        {one.hasDraft && one.state !== 'draft' && <ContentStatus state="draft" />}
      </Group>
    ),
    sortBy: one => one.state,
    width: 'minmax(9rem, 1fr)',
  },
  { key: 'slug', header: 'Name', cell: one => one.slug, isSecondary: true },
  {
    key: 'saved',
    header: 'Saved',
    cell: one =>
      one.savedAt && (
        <>
          <Time at={one.savedAt} as="day" /> · {one.savedBy}
        </>
      ),
    width: 'minmax(10rem, 1fr)',
    isSecondary: true,
  },
]

export function Component() {
  const { slug = '' } = useParams()
  const query = useQuery(contentQuery(slug))
  const mayChange = useMay('content.change', slug)
  const [isNew, setIsNew] = useState(false)
  const [words] = useFilter('query')
  const [kind] = useFilter('kind')
  const [state] = useFilter('state')
  const text = words.toLowerCase()
  const isFound = (one: ContentSummary) =>
    (!kind || one.kind === kind) &&
    (!state || one.state === state || (state === 'draft' && one.hasDraft)) &&
    `${one.name} ${one.slug}`.toLowerCase().includes(text)
  return (
    <ProgramPage
      slug={slug}
      part="Content"
      actions={mayChange && <Button onClick={() => setIsNew(true)}>New entry</Button>}
    >
      <FilterBar list="content">
        <SearchFilter label="Find an entry" placeholder="footer, spring, home" />
        <SelectFilter
          name="kind"
          label="Kind"
          options={kinds.map(value => ({ value, label: fieldLabel(value) }))}
          any="All kinds"
        />
        <SelectFilter
          name="state"
          label="State"
          options={['shown', 'scheduled', 'draft', 'removed', 'shipped'].map(value => ({
            value,
            label: fieldLabel(value),
          }))}
        />
      </FilterBar>
      <Loaded query={query}>
        {entries => (
          <DataTable
            label="Content entries"
            columns={columns}
            rows={entries.filter(isFound)}
            rowKey={one => `${one.kind}/${one.slug}`}
            rowLink={one => `/programs/${slug}/content/${one.kind}/${one.slug}`}
            empty={<Empty title="No entry is like that">Use fewer words, or write a new entry.</Empty>}
          />
        )}
      </Loaded>
      <NewEntryDialog slug={slug} kinds={kinds} opened={isNew} onClose={() => setIsNew(false)} />
    </ProgramPage>
  )
}
