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
    column('File', ({ fileName }) => fileName),
    column('State', run => stateWordsOf(run).label, {
      cell: run => <RunStatus run={run} />,
    }),
    numberColumn('New', ({ counts }) => counts.added),
    numberColumn('Changed', ({ counts }) => counts.updated),
    numberColumn('Refused', ({ counts }) => counts.refused),
    programColumn(),
    column('By', ({ createdBy }) => createdBy),
    timeColumn('When', ({ createdAt }) => createdAt),
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
