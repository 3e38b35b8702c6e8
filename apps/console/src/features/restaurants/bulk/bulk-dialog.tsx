import type { RestaurantRow } from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import { Button, Group, List, Modal, Progress, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ReasonField } from '../../../kit/action/action-dialog.tsx'
import { type Failure, runEach } from '../../../kit/action/each.ts'
import { useUnsavedChanges } from '../../../lib/unsaved-changes.ts'
import { toastDone } from '../../../ui/dialog/toast.ts'
import { sentenceOf } from '../../../ui/states.tsx'
import { restaurantQuery } from '../restaurants.queries.ts'
import { newTerms } from '../terms/terms-dialog.tsx'
import { type BulkDraft, BulkFields, changeOf } from './bulk-fields.tsx'
import { type BulkChange, type BulkPlan, planBulkChange } from './bulk-plans.ts'

interface BulkDialogProps {
  readonly rows: readonly RestaurantRow[]
  readonly onClose: () => void
  /** It is called for each restaurant that is as it should be. */
  readonly onDone: (row: RestaurantRow) => void
}

interface Planned {
  readonly row: RestaurantRow
  readonly plan: BulkPlan
}

const firstDraft = (): BulkDraft => ({
  kind: 'join',
  partner: '',
  leftOn: '',
  terms: newTerms(localDateAt('America/New_York', new Date())),
  fact: 'cuisines',
  facts: { cuisines: [], priceRange: 0, features: [], mealsServed: [], diets: [], website: '' },
})

/** One change for many restaurants: first what it does to each, then each is a call of its own. */
export function BulkDialog({ rows, onClose, onDone }: BulkDialogProps) {
  const [first] = useState(firstDraft)
  const [draft, setDraft] = useState(first)
  const [reason, setReason] = useState('')
  const work = useBulkWork(rows, onDone)
  const isTyped = (draft !== first || reason !== '') && work.failures.length === 0
  const { askToClose: close } = useUnsavedChanges(isTyped)
  const change = changeOf(draft)
  const changing = work.planned?.filter(({ plan }) => plan.kind === 'change') ?? []
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!work.planned) return change && work.preview(change)
    if (await work.send(reason.trim())) onClose()
  }
  return (
    <Modal
      opened
      onClose={() => close(onClose)}
      title={rows.length === 1 ? 'Change 1 restaurant' : `Change ${rows.length} restaurants`}
      size="lg"
      centered
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          {work.planned ? (
            <Preview planned={work.planned} />
          ) : (
            <BulkFields draft={draft} onChange={part => setDraft(before => ({ ...before, ...part }))} />
          )}
          {work.planned && changing.length > 0 && <ReasonField value={reason} onChange={setReason} />}
          {work.isBusy && <Progress value={100 * work.progress} aria-label="Done" />}
          <Failures failures={work.failures} />
          <Group justify="flex-end">
            <Button variant="default" onClick={work.planned ? work.back : () => close(onClose)}>
              {work.planned ? 'Back' : 'Cancel'}
            </Button>
            <Button
              type="submit"
              loading={work.isBusy}
              disabled={work.planned ? changing.length === 0 : change === null}
            >
              {work.planned ? `Change ${changing.length}` : 'Show what changes'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Planning reads each restaurant again, so that what is sent is made from how it is now. */
function useBulkWork(rows: readonly RestaurantRow[], onDone: (row: RestaurantRow) => void) {
  const client = useQueryClient()
  const [planned, setPlanned] = useState<readonly Planned[] | null>(null)
  const [failures, setFailures] = useState<readonly Failure<RestaurantRow>[]>([])
  const [busy, setBusy] = useState<{ done: number; all: number } | null>(null)
  async function each(all: readonly RestaurantRow[], run: (row: RestaurantRow) => Promise<unknown>) {
    setFailures([])
    setBusy({ done: 0, all: all.length })
    const failed = await runEach(all, run, () => setBusy(now => now && { ...now, done: now.done + 1 }))
    setBusy(null)
    setFailures(failed)
    return failed
  }
  async function preview(change: BulkChange) {
    const plans = new Map<RestaurantRow, BulkPlan>()
    const failed = await each(rows, async row => {
      const restaurant = await client.fetchQuery({ ...restaurantQuery(row.id), staleTime: 0 })
      plans.set(row, planBulkChange(change, restaurant))
    })
    if (failed.length === 0) setPlanned(rows.map(row => ({ row, plan: plans.get(row)! })))
  }
  /** @returns whether each is done; those that failed are told, and are planned again. */
  async function send(reason: string): Promise<boolean> {
    const toSend = new Map(
      (planned ?? []).flatMap(({ row, plan }) => (plan.kind === 'change' ? [[row, plan] as const] : [])),
    )
    const failed = await each([...toSend.keys()], row => toSend.get(row)!.send(reason))
    const failedRows = new Set(failed.map(({ row }) => row))
    for (const row of toSend.keys()) if (!failedRows.has(row)) onDone(row)
    await client.invalidateQueries({ queryKey: ['restaurants'] })
    if (failed.length > 0) setPlanned(null)
    else toastDone(`${toSend.size} changed.`)
    return failed.length === 0
  }
  return {
    planned,
    failures,
    isBusy: busy !== null,
    progress: busy ? busy.done / busy.all : 0,
    preview,
    send,
    back: () => setPlanned(null),
  }
}

const titles: Record<BulkPlan['kind'], string> = {
  change: 'Will change',
  refused: 'Refused',
  unchanged: 'Nothing to change',
}

function Preview({ planned }: { planned: readonly Planned[] }) {
  return (['change', 'refused', 'unchanged'] as const).map(kind => {
    const found = planned.filter(({ plan }) => plan.kind === kind)
    if (found.length === 0) return null
    return (
      <section key={kind} aria-label={titles[kind]}>
        <Text fw={600}>{`${titles[kind]}: ${found.length}`}</Text>
        <List mah={200} fz="sm" styles={{ root: { overflowY: 'auto' } }}>
          {found.map(({ row, plan }) => (
            <List.Item key={row.id}>{`${row.name}, ${row.city}: ${plan.says}`}</List.Item>
          ))}
        </List>
      </section>
    )
  })
}

function Failures({ failures }: { failures: readonly Failure<RestaurantRow>[] }) {
  if (failures.length === 0) return null
  return (
    <div role="alert">
      <Text fw={600}>These failed. Look at what changes again; the others are done.</Text>
      <List mah={200} fz="sm" styles={{ root: { overflowY: 'auto' } }}>
        {failures.map(({ row, error }) => (
          <List.Item key={row.id}>{`${row.name}: ${sentenceOf(error)}`}</List.Item>
        ))}
      </List>
    </div>
  )
}
