import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { getExports, ListedExport } from '@dineward/core/exports/exports.contract.ts'
import { Button } from '@mantine/core'
import { financeKey } from '../../features/finance/finance.queries.ts'
import { InnerLink } from '../../features/finance/finance-links.tsx'
import { column, controlColumn, fileColumn, timeColumn } from '../../kit/list/columns.tsx'
import { DownloadButton } from '../../kit/list/file-button.tsx'
import { choice, type List, oneProgramFilter } from '../../kit/list/list.ts'
import { ListFilters } from '../../kit/list/list-filters.tsx'
import { ListView, useListFilters } from '../../kit/list/list-page.tsx'
import { usePagedRows } from '../../kit/list/rows.ts'
import { addressOf, saveAs } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import { formatMonth, monthChoices, pastMonths } from '../../lib/months.ts'
import { readPages } from '../../lib/read.ts'
import { useMay } from '../../lib/staff.ts'
import { useOneProgram } from '../../ui/one-program.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Empty } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'

const filters = [
  oneProgramFilter('finance.read'),
  choice('month', 'Month of the journal', monthChoices(24), formatMonth(pastMonths(1)[0]!)),
]

export function Component() {
  const program = useOneProgram('finance.read')
  const { month = pastMonths(1)[0]! } = useListFilters<{ month?: string }>({ filters })
  return (
    <Page title="Exports" intro="What the general ledger and the warehouse of a program read.">
      <ListFilters filters={filters} />
      {program && (
        <>
          <JournalSection program={program} month={month} />
          <TablesSection program={program} />
        </>
      )}
    </Page>
  )
}

function JournalSection({ program, month }: { program: Program; month: string }) {
  const ofMonth = { partner: program.slug, month }
  return (
    <Section
      title={`Journal, ${formatMonth(month)}`}
      intro={
        <>
          Debits and credits of each day by account. They balance, and agree with the liability report. Each
          line says whether the month is closed. Accounts are in{' '}
          <SettingsLink program={program} setting="generalLedger" />. Downloading it is in the audit log.
        </>
      }
      actions={
        <DownloadButton
          label="Download the journal"
          name={`journal-${program.slug}-${month}.csv`}
          address={addressOf('/api/Console/Finance/Journal.csv', { query: ofMonth })}
        />
      }
    />
  )
}

function SettingsLink({ program, setting }: { program: Program; setting: string }) {
  const seesSettings = useMay('settings.read', program.slug)
  return (
    <InnerLink
      to={seesSettings ? `/programs/${program.slug}/settings?query=${setting}` : null}
      underline="always"
    >
      the settings of {program.name}
    </InnerLink>
  )
}

const pageSize = 100

const exportsQuery = (partner: string) =>
  readPages<typeof getExports>(
    [...financeKey, 'exports', partner],
    '/api/Console/Finance/Exports',
    { query: { partner } },
    ({ items }) => (items.length < pageSize ? null : items.at(-1)?.id),
  )

function TablesSection({ program }: { program: Program }) {
  const runs = usePagedRows(exportsQuery(program.slug), ({ items }) => items)
  return (
    <Section
      title="Tables"
      intro={
        <>
          Members without their names, dines, ledger entries and restaurants, as files. A run has what has
          changed since the one before. Where and when is in{' '}
          <SettingsLink program={program} setting="exports" />.
        </>
      }
    >
      <ListView of={list} rows={runs} />
    </Section>
  )
}

const list: List<ListedExport> = {
  name: 'exports',
  label: 'Runs, the newest first',
  rowKey: ({ id }) => id,
  isTall: true,
  columns: [
    timeColumn('Started', ({ startedAt }) => startedAt, 'time'),
    column('Run', ({ number }) => number ?? '—'),
    { key: 'state', header: 'State', cell: stateOf },
    column('Rows', rowsOf),
    column('To', ({ target }) => target),
    column('By', ({ startedBy }) => startedBy),
    fileColumn('Ended', ({ finishedAt }) => finishedAt),
    controlColumn('Manifest', run => <ManifestButton {...run} />),
  ],
  empty: (
    <Empty title="No exports yet">
      Set where to in the program’s settings, or run <code>npm run export -- tables</code>.
    </Empty>
  ),
}

function stateOf({ finishedAt, error, manifest }: ListedExport) {
  if (error !== null) return <Status tone="bad">Failed</Status>
  if (finishedAt === null) return <Status tone="wait">Running</Status>
  if (manifest === null) return <Status tone="quiet">No changes</Status>
  return <Status tone="good">{manifest.isIdentified ? 'Written, with names' : 'Written'}</Status>
}

function rowsOf({ error, manifest }: ListedExport): string {
  if (error !== null) return error
  const counts = manifest?.tables.filter(({ rows }) => rows > 0) ?? []
  return counts.map(({ name, rows }) => `${formatNumber(rows)} ${name}`).join(', ') || '—'
}

function ManifestButton({ partner, number, manifest }: ListedExport) {
  if (manifest === null) return null
  const save = () =>
    saveAs(
      new Blob([`${JSON.stringify(manifest, null, 2)}\n`], { type: 'application/json' }),
      `manifest-${partner}-${number}.json`,
    )
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Save the manifest of run ${number}`}
      onClick={save}
    >
      Manifest
    </Button>
  )
}
