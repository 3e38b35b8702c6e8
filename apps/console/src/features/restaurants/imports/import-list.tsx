import type { ImportRun } from '@dineward/core/console-restaurants/restaurant-imports.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { column, numberColumn, programColumn, timeColumn } from '../../../kit/list/columns.tsx'
import type { List } from '../../../kit/list/list.ts'
import { ListView } from '../../../kit/list/list-page.tsx'
import { wholeRows } from '../../../kit/list/rows.ts'
import { Section } from '../../../ui/page/section.tsx'
import { Empty } from '../../../ui/states.tsx'
import { Status } from '../../../ui/status.tsx'
import { stateWordsOf } from './import-words.ts'
import { importsQuery } from './imports.queries.ts'

const imports: List<ImportRun> = {
  name: 'imports',
  label: 'Imports, the newest first',
  rowKey: ({ id }) => id,
  rowLink: ({ id }) => `/restaurants/imports/${id}`,
  columns: [
    column('File', ({ fileName }) => fileName, { width: 'minmax(9rem, 2fr)' }),
    column('State', run => stateWordsOf(run).label, {
      cell: run => <RunStatus run={run} />,
      width: '9rem',
    }),
    numberColumn('New', ({ counts }) => counts.added, '4.5rem'),
    numberColumn('Changed', ({ counts }) => counts.updated, '4.5rem'),
    numberColumn('Refused', ({ counts }) => counts.refused, '4.5rem'),
    programColumn(),
    column('By', ({ createdBy }) => createdBy, { width: 'minmax(9rem, 1.5fr)' }),
    timeColumn('When', ({ createdAt }) => createdAt, 'relative', '8rem'),
  ],
  empty: <Empty title="No imports yet">Upload a file to see what it would change.</Empty>,
}

export function ImportList() {
  return (
    <Section title="Imports">
      <ListView of={imports} rows={wholeRows(useQuery(importsQuery), runs => runs)} />
    </Section>
  )
}

export function RunStatus({ run }: { run: ImportRun }) {
  const { label, tone } = stateWordsOf(run)
  return <Status tone={tone}>{label}</Status>
}
