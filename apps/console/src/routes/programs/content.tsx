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
import { column } from '../../kit/list/columns.tsx'
import { choice, type List, search } from '../../kit/list/list.ts'
import { ListView, useListFilters } from '../../kit/list/list-page.tsx'
import { wholeRows } from '../../kit/list/rows.ts'
import { useMay } from '../../lib/staff.ts'
import { Empty } from '../../ui/states.tsx'
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

const named = (values: readonly string[]) => values.map(value => ({ value, label: fieldLabel(value) }))

const list: List<ContentSummary> = {
  name: 'content',
  label: 'Content entries',
  rowKey: ({ kind, slug }) => `${kind}/${slug}`,
  filters: [
    search('Find an entry', 'footer, spring, home'),
    choice('kind', 'Kind', named(kinds), 'All kinds'),
    choice('state', 'State', named(['shown', 'scheduled', 'draft', 'removed', 'shipped'])),
  ],
  columns: [
    column('Entry', ({ name }) => name),
    column('Kind', ({ kind }) => fieldLabel(kind)),
    column('State', ({ state }) => state, {
      cell: ({ state, hasDraft }) => (
        <Group gap={4} wrap="nowrap">
          <ContentStatus state={state} />
          {hasDraft && state !== 'draft' && <ContentStatus state="draft" />}
        </Group>
      ),
    }),
    column('Name', ({ slug }) => slug),
    column('Saved', ({ savedAt }) => savedAt, {
      cell: ({ savedAt, savedBy }) =>
        savedAt && (
          <>
            <Time at={savedAt} as="day" /> · {savedBy}
          </>
        ),
    }),
  ],
  empty: <Empty title="No entry yet">Write a new entry.</Empty>,
}

export function Component() {
  const { slug = '' } = useParams()
  const entries = useQuery(contentQuery(slug))
  const mayChange = useMay('content.change', slug)
  const [isNew, setIsNew] = useState(false)
  const { query = '', kind, state } = useListFilters<{ query?: string; kind?: string; state?: string }>(list)
  const isFound = (one: ContentSummary) =>
    (!kind || one.kind === kind) &&
    (!state || one.state === state || (state === 'draft' && one.hasDraft)) &&
    `${one.name} ${one.slug}`.toLowerCase().includes(query.toLowerCase())
  return (
    <ProgramPage
      slug={slug}
      part="Content"
      actions={mayChange && <Button onClick={() => setIsNew(true)}>New entry</Button>}
    >
      <ListView
        of={{ ...list, rowLink: one => `/programs/${slug}/content/${one.kind}/${one.slug}` }}
        rows={wholeRows(entries, all => all.filter(isFound))}
      />
      <NewEntryDialog slug={slug} kinds={kinds} opened={isNew} onClose={() => setIsNew(false)} />
    </ProgramPage>
  )
}
