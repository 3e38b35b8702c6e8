import { Alert, Button, Group, List, Modal, Progress, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { noteSessionEnd } from '../../lib/session-end.ts'
import { toastDone } from '../../ui/dialog/toast.ts'
import { Difference } from '../../ui/difference.tsx'
import { sentenceOf } from '../../ui/states.tsx'
import type { RowAction } from './action.ts'
import { ActionDialog, ReasonField } from './action-dialog.tsx'
import { type Failure, runEach } from './each.ts'

interface RowActionDialogProps<T> {
  readonly action: RowAction<T>
  readonly rows: readonly T[]
  /** As the list has the row now; undefined once it has left the list. */
  readonly current: (row: T) => T | undefined
  /** What of a row may differ where someone else changed it meanwhile. */
  readonly valuesOf: (row: T) => Readonly<Record<string, unknown>>
  readonly onClose: () => void
  /** It is called for each row that is done. */
  readonly onDone: (row: T) => void
}

/** Asks once, for one row or for all that were chosen. */
export function RowActionDialog<T>(props: RowActionDialogProps<T>) {
  const [row] = props.rows
  return props.rows.length > 1 || row === undefined ? (
    <ManyDialog {...props} />
  ) : (
    <OneDialog {...props} row={row} />
  )
}

function OneDialog<T>(props: RowActionDialogProps<T> & { readonly row: T }) {
  const { action, row, current, valuesOf, onClose, onDone } = props
  const { label, nameOf, title, explanation, confirm, run, refresh, isDangerous, needsReason } = action
  const now = current(row)
  return (
    <ActionDialog
      opened
      onClose={onClose}
      title={title ?? `${label} ${nameOf(row)}`}
      confirm={of(confirm, row)}
      isDangerous={isDangerous ?? false}
      needsReason={needsReason ?? true}
      refresh={[refresh]}
      conflict={
        <Alert color="orange" title="Someone else changed it meanwhile">
          {now === undefined ? (
            'It is no longer in the list.'
          ) : (
            <Difference before={valuesOf(row)} after={valuesOf(now)} labels={['As you saw it', 'Now']} />
          )}
        </Alert>
      }
      isDone={now === undefined || !action.isFor(now)}
      run={async call => {
        const done = await run(call.isAfterConflict ? now! : row, call)
        onDone(row)
        return done
      }}
    >
      {of(explanation, row)}
    </ActionDialog>
  )
}

const of = <T, W>(words: W | ((row: T) => W), row: T): W =>
  typeof words === 'function' ? (words as (row: T) => W)(row) : words

/** Each row is a call of its own: those that fail stay, with why, and are what is sent next. */
function ManyDialog<T>({ action, rows, onClose, onDone }: RowActionDialogProps<T>) {
  const { label, explanation, isDangerous, needsReason = true, nameOf } = action
  const [reason, setReason] = useState('')
  const [all] = useState(rows)
  const [done, setDone] = useState<ReadonlySet<T>>(new Set())
  const [failures, setFailures] = useState<readonly Failure<T>[]>([])
  const [isSending, setSending] = useState(false)
  const keys = useRef(new Map(rows.map(row => [row, crypto.randomUUID()])))
  const client = useQueryClient()
  const left = all.filter(row => !done.has(row))

  async function submit(event: FormEvent) {
    event.preventDefault()
    setSending(true)
    setFailures([])
    const call = (row: T) =>
      action.run(row, {
        reason: reason.trim(),
        idempotencyKey: keys.current.get(row)!,
        isAfterConflict: false,
      })
    const failed = await runEach(left, call, row => setDone(known => new Set([...known, row])))
    const failedRows = new Set(failed.map(({ row }) => row))
    for (const row of left) if (!failedRows.has(row)) onDone(row)
    await client.invalidateQueries({ queryKey: action.refresh })
    setSending(false)
    setFailures(failed)
    if (failed.some(({ error }) => error instanceof ApiError && error.status === 401)) noteSessionEnd()
    if (failed.length > 0) return
    toastDone(`${label}: ${all.length} done.`)
    onClose()
  }

  return (
    <Modal opened onClose={onClose} title={`${label}: ${all.length} chosen`} centered>
      <form onSubmit={submit}>
        <Stack gap="md">
          {typeof explanation !== 'function' && <Text component="div">{explanation}</Text>}
          {needsReason && <ReasonField value={reason} onChange={setReason} />}
          {isSending && (
            <Progress
              value={(100 * done.size) / all.length}
              aria-label={`${done.size} of ${all.length} done`}
            />
          )}
          {failures.length > 0 && (
            <div role="alert">
              <Text fw={600}>
                {done.size} of {all.length} done. These failed, and can be sent again:
              </Text>
              <List mah={240} styles={{ root: { overflowY: 'auto' } }} fz="sm">
                {failures.map(({ row, error }) => (
                  <List.Item key={nameOf(row)}>
                    {nameOf(row)}: {sentenceOf(error)}
                  </List.Item>
                ))}
              </List>
            </div>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {done.size > 0 ? 'Close' : 'Cancel'}
            </Button>
            <Button type="submit" loading={isSending} {...(isDangerous ? { color: 'red.9' } : {})}>
              {label} {left.length}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
