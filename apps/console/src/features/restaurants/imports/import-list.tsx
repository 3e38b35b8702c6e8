import type { ImportRun } from '@dineward/core/console-restaurants/restaurant-imports.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../../lib/format.ts'
import { useStaff } from '../../../lib/staff.ts'
import { Section } from '../../../ui/page/section.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { Status } from '../../../ui/status.tsx'
import { DataTable, type TableColumn } from '../../../ui/table/data-table.tsx'
import { Time } from '../../../ui/time.tsx'
import { stateWordsOf } from './import-words.ts'
import { importsQuery } from './imports.queries.ts'

export function ImportList() {
  const query = useQuery(importsQuery)
  return (
    <Section title="Imports">
      <Loaded query={query}>
        {runs => (
          <DataTable
            label="Imports"
            columns={columns}
            rows={runs}
            rowKey={({ id }) => id}
            rowLink={({ id }) => `/restaurants/imports/${id}`}
            empty={<Empty title="No imports yet">Upload a file to see what it would change.</Empty>}
          />
        )}
      </Loaded>
    </Section>
  )
}

const columns: readonly TableColumn<ImportRun>[] = [
  { key: 'file', header: 'File', width: 'minmax(9rem, 2fr)', cell: ({ fileName }) => fileName },
  { key: 'state', header: 'State', width: '9rem', cell: run => <RunStatus run={run} /> },
  {
    key: 'counts',
    header: 'New, changed, refused',
    cell: ({ counts: { added, updated, refused } }) =>
      [added, updated, refused].map(count => formatNumber(count)).join(', '),
    isSecondary: true,
  },
  {
    key: 'program',
    header: 'Program',
    isSecondary: true,
    cell: ({ partner }) => <ProgramName slug={partner} />,
  },
  { key: 'by', header: 'By', isSecondary: true, cell: ({ createdBy }) => createdBy },
  {
    key: 'at',
    header: 'When',
    width: '8rem',
    cell: ({ createdAt }) => <Time at={createdAt} as="relative" />,
  },
]

export function RunStatus({ run }: { run: ImportRun }) {
  const { label, tone } = stateWordsOf(run)
  return <Status tone={tone}>{label}</Status>
}

function ProgramName({ slug }: { slug: string }) {
  return useStaff().partners.find(one => one.slug === slug)?.name ?? slug
}
