import type {
  ImportRow,
  ImportRun,
  postApplyRestaurantImport,
  postStopRestaurantImport,
  postUndoRestaurantImport,
} from '@dineward/core/console-restaurants/restaurant-imports.contract.ts'
import { Alert, Button, Progress, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton, ActionDialog } from '../../../kit/action/action-dialog.tsx'
import { useAction } from '../../../kit/action/use-action.ts'
import { column, numberColumn } from '../../../kit/list/columns.tsx'
import { choice, type List } from '../../../kit/list/list.ts'
import { ListView, useListFilters } from '../../../kit/list/list-page.tsx'
import { usePagedRows } from '../../../kit/list/rows.ts'
import { addressOf, api, download } from '../../../lib/api.ts'
import { formatNumber } from '../../../lib/format.ts'
import { toastProblem } from '../../../ui/dialog/toast.ts'
import { Section } from '../../../ui/page/section.tsx'
import { Empty } from '../../../ui/states.tsx'
import { Status } from '../../../ui/status.tsx'
import { Time } from '../../../ui/time.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import { columnLabel, outcomeWords, rowsLeft } from './import-words.ts'
import { importQuery, importRowsQuery, isRunning } from './imports.queries.ts'

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
  const stop = useAction({
    async run() {
      const path = '/api/Console/RestaurantImports/:id/Stop'
      done(await api<typeof postStopRestaurantImport>('POST', path, { params }))
      return null
    },
    onError: toastProblem,
  })
  const left = rowsLeft(run)
  return (
    <>
      <UndoButton run={run} onDone={done} />
      {isRunning(run) && (
        <Button variant="default" loading={stop.isSending} onClick={() => void stop.send()}>
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

/** Within a day of an import that was applied, also in part. */
function UndoButton({ run, onDone }: { run: ImportRun; onDone: (next: { run: ImportRun }) => void }) {
  const { undoUntil, counts } = run
  if (undoUntil === null || counts.applied === 0 || new Date(undoUntil) < new Date()) return null
  const left = counts.applied - counts.undone - counts.kept
  return (
    <ActionButton
      label="Undo"
      title={`Undo ${run.fileName}`}
      confirm="Undo the import"
      isDangerous
      run={async ({ reason }) => {
        onDone(
          await api<typeof postUndoRestaurantImport>('POST', '/api/Console/RestaurantImports/:id/Undo', {
            params: { id: run.id },
            body: { reason },
          }),
        )
        return 'It is being undone. You can leave this page.'
      }}
    >
      {`${formatNumber(left)} ${left === 1 ? 'row is' : 'rows are'} put back: facts and terms are as they were, and restaurants that the file added leave today. Rows that someone changed since, and added restaurants with a dine or a reservation since, stay as they are. So do photos. You can do this until `}
      <Time at={undoUntil} />.
    </ActionButton>
  )
}

const outcomes = ['added', 'updated', 'refused', 'unchanged', 'kept'] as const

const rowsOf = ({ id, counts, fileName }: ImportRun): List<ImportRow> => ({
  name: 'import-rows',
  label: 'Rows of the file',
  rowKey: ({ line }) => String(line),
  isTall: true,
  filters: [
    choice(
      'outcome',
      'Rows shown',
      outcomes
        .filter(value => value !== 'kept' || counts.kept > 0)
        .map(value => ({ value, label: `${outcomeWords[value].label} ${formatNumber(counts[value])}` })),
      `All ${formatNumber(counts.added + counts.updated + counts.refused + counts.unchanged)}`,
    ),
  ],
  download: () => {
    const path = '/api/Console/RestaurantImports/:id/Report'
    return download(addressOf(path, { params: { id } }), `${fileName}-report.csv`)
  },
  columns: [
    numberColumn('Line', ({ line }) => line),
    column('It is', ({ undo, outcome }) => outcomeWords[undo ?? outcome].label, {
      cell: ({ outcome, undo }) => {
        const { tone, label } = outcomeWords[undo ?? outcome]
        return <Status tone={tone}>{label}</Status>
      },
    }),
    column('Restaurant', ({ name, merchantId }) => name ?? merchantId),
    column('What changes, or why it is refused', textOfRow),
  ],
  empty: <Empty title="No rows" />,
})

function ImportRows({ run, onColumns }: { run: ImportRun; onColumns: () => void }) {
  const list = rowsOf(run)
  const { outcome } = useListFilters<{ outcome?: (typeof outcomes)[number] }>(list)
  const rows = usePagedRows(importRowsQuery(run.id, outcome, run.state !== 'reading'), page => page.rows)
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
      <ListView of={list} rows={rows} />
    </Section>
  )
}

function textOfRow({ changes, remark, outcome }: ImportRow): string {
  const words = changes.map(
    ({ field, before, after }) => `${columnLabel(field)}: ${textOf(before)} → ${textOf(after)}`,
  )
  const text = [remark, ...words].filter(Boolean).join(' · ')
  return text || (outcome === 'added' ? 'Added to the program' : '')
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
