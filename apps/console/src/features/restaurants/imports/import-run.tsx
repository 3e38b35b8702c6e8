import type {
  ImportRow,
  ImportRun,
  postApplyRestaurantImport,
  postStopRestaurantImport,
} from '@dineward/core/console-restaurants/restaurant-imports.contract.ts'
import { Alert, Button, NativeSelect, Progress, SegmentedControl, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '../../../kit/action/action-dialog.tsx'
import { addressOf, api, download } from '../../../lib/api.ts'
import { useFilter } from '../../../lib/filters.ts'
import { formatNumber } from '../../../lib/format.ts'
import { toastProblem } from '../../../ui/dialog/toast.ts'
import { Section } from '../../../ui/page/section.tsx'
import { Empty, Loading, Problem } from '../../../ui/states.tsx'
import { Status } from '../../../ui/status.tsx'
import { DataTable, type TableColumn } from '../../../ui/table/data-table.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import { columnLabel } from './column-words.ts'
import { outcomeWords, rowsLeft } from './import-words.ts'
import { importQuery, importRowsQuery, isRunning } from './imports.queries.ts'
import { UndoButton } from './undo-button.tsx'

export function ImportRunView({ run }: { run: ImportRun }) {
  const [isChanging, setIsChanging] = useState(false)
  const isMapping = run.state === 'mapping' || (run.state === 'read' && isChanging)
  return (
    <>
      {run.error && (
        <Alert color="red" title="This file was not imported" role="alert">
          {run.error}
        </Alert>
      )}
      {(isRunning(run) || run.state === 'stopped') && (
        <div>
          <Progress value={run.progress * 100} aria-label={progressLabels[run.state] ?? 'Applied'} />
          <Text fz="sm" c="dimmed" role="status">
            {progressText(run)}
          </Text>
        </div>
      )}
      {isMapping ? (
        <ColumnMapping run={run} {...(run.state === 'read' && { onClose: () => setIsChanging(false) })} />
      ) : (
        <ImportRows run={run} onColumns={() => setIsChanging(true)} />
      )}
      {run.unlistedRefusals > 0 && (
        <Text fz="sm">{`And ${formatNumber(run.unlistedRefusals)} more rows that were refused.`}</Text>
      )}
    </>
  )
}

const progressLabels: Partial<Record<ImportRun['state'], string>> = { reading: 'Read', undoing: 'Undone' }

function progressText(run: ImportRun): string {
  const { added, updated, applied, undone, kept } = run.counts
  if (run.state === 'undoing')
    return `${formatNumber(undone + kept)} of ${formatNumber(applied)} rows looked at`
  if (run.state === 'reading') return `${formatNumber(run.linesRead)} lines read`
  if (rowsLeft(run) > 0) return `${formatNumber(applied)} of ${formatNumber(added + updated)} rows applied`
  return `All ${formatNumber(applied)} rows applied, photos not yet`
}

/** What can be done with it now. */
export function RunActions({ run }: { run: ImportRun }) {
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const done = ({ run: next }: { run: ImportRun }) => {
    client.setQueryData(importQuery(run.id).queryKey, next)
    void client.invalidateQueries({ queryKey: ['imports'] })
  }
  const params = { id: run.id }
  const stop = useMutation({
    mutationFn: () =>
      api<typeof postStopRestaurantImport>('POST', '/api/Console/RestaurantImports/:id/Stop', { params }),
    onSuccess: done,
    onError: toastProblem,
  })
  const left = rowsLeft(run)
  return (
    <>
      {run.state !== 'reading' && run.state !== 'mapping' && run.state !== 'failed' && (
        <Button
          variant="default"
          onClick={() =>
            download(
              addressOf('/api/Console/RestaurantImports/:id/Report', { params }),
              `${run.fileName}-report.csv`,
            ).catch(toastProblem)
          }
        >
          Report (CSV)
        </Button>
      )}
      <UndoButton run={run} onDone={done} />
      {isRunning(run) && (
        <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
          Stop
        </Button>
      )}
      {(run.state === 'read' || run.state === 'stopped') && (
        <Button disabled={left === 0 && run.state === 'read'} onClick={() => setIsAsking(true)}>
          {run.state === 'stopped'
            ? 'Go on'
            : `Apply ${formatNumber(left)} ${left === 1 ? 'change' : 'changes'}`}
        </Button>
      )}
      <ActionDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Apply ${run.fileName}`}
        confirm="Apply"
        needsReason={false}
        run={async () => {
          done(
            await api<typeof postApplyRestaurantImport>('POST', '/api/Console/RestaurantImports/:id/Apply', {
              params,
            }),
          )
          return 'It is being applied. You can leave this page.'
        }}
      >
        {left === 0
          ? 'All rows are applied. The photos that are left are fetched.'
          : `${formatNumber(left)} ${left === 1 ? 'restaurant is' : 'restaurants are'} written. What they have now is replaced by the file, as the preview shows. It can be stopped, and undone within a day.`}
      </ActionDialog>
    </>
  )
}

const outcomes = ['', 'added', 'updated', 'refused', 'unchanged', 'kept'] as const

function ImportRows({ run, onColumns }: { run: ImportRun; onColumns: () => void }) {
  const [outcome, setOutcome] = useFilter('outcome')
  const chosen = outcomes.find(one => one !== '' && one === outcome) || undefined
  const query = useInfiniteQuery(importRowsQuery(run.id, chosen || undefined, run.state !== 'reading'))
  const rows = query.data?.pages.flatMap(page => page.rows) ?? []
  const { added, updated, refused, unchanged, kept } = run.counts
  const total = added + updated + refused + unchanged
  const choices = outcomes
    .filter(value => value !== 'kept' || kept > 0)
    .map(value => ({
      value,
      label:
        value === ''
          ? `All ${formatNumber(total)}`
          : `${outcomeWords[value].label} ${formatNumber(run.counts[value])}`,
    }))
  return (
    <Section
      title="Rows"
      actions={
        run.hasColumns &&
        run.state === 'read' && (
          <Button variant="default" onClick={onColumns}>
            Change columns
          </Button>
        )
      }
    >
      <SegmentedControl
        aria-label="Rows shown"
        visibleFrom="sm"
        value={chosen ?? ''}
        onChange={value => setOutcome(value || null)}
        data={choices}
      />
      <NativeSelect
        label="Rows shown"
        hiddenFrom="sm"
        value={chosen ?? ''}
        onChange={({ currentTarget }) => setOutcome(currentTarget.value || null)}
        data={choices}
      />
      {query.isError && <Problem error={query.error} retry={() => void query.refetch()} />}
      {query.isPending ? (
        <Loading />
      ) : (
        <DataTable
          label="Rows of the file"
          columns={columns}
          rows={rows}
          rowKey={({ line }) => String(line)}
          onEnd={() => {
            if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
          }}
          isLoadingMore={query.isFetchingNextPage}
          empty={<Empty title="No rows of this kind" />}
        />
      )}
    </Section>
  )
}

const columns: readonly TableColumn<ImportRow>[] = [
  { key: 'line', header: 'Line', width: '5rem', isNumber: true, cell: ({ line }) => formatNumber(line) },
  {
    key: 'outcome',
    header: 'It is',
    width: '7rem',
    cell: ({ outcome, undo }) => {
      const { tone, label } = outcomeWords[undo ?? outcome]
      return <Status tone={tone}>{label}</Status>
    },
  },
  {
    key: 'name',
    header: 'Restaurant',
    width: 'minmax(8rem, 1fr)',
    cell: ({ name, merchantId }) => name ?? merchantId ?? '',
  },
  {
    key: 'what',
    header: 'What changes, or why it is refused',
    width: 'minmax(12rem, 3fr)',
    cell: row => <What row={row} />,
  },
]

function What({ row: { changes, remark, outcome } }: { row: ImportRow }) {
  const words = changes.map(
    ({ field, before, after }) => `${columnLabel(field)}: ${textOf(before)} → ${textOf(after)}`,
  )
  const text = [remark, ...words].filter(Boolean).join(' · ')
  return <span title={text}>{text || (outcome === 'added' ? 'Added to the program' : '')}</span>
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
