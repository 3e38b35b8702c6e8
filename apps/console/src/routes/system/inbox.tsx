import { inboxStatuses, type ListedEvent } from '@dineward/core/console-system/inbox.contract.ts'
import { Button } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { inboxQuery, retryEvent, wordsOf } from '../../features/system/inbox.queries.ts'
import { InboxKinds } from '../../features/system/inbox-kinds.tsx'
import { eventStateWords, reasonWords } from '../../features/system/inbox-words.ts'
import { useFilter } from '../../lib/filters.ts'
import { useMay } from '../../lib/staff.ts'
import { ReasonDialog } from '../../ui/dialog/reason-dialog.tsx'
import { toastDone } from '../../ui/dialog/toast.ts'
import { Page } from '../../ui/page/page.tsx'
import { ProgramName } from '../../ui/program-name.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { FilterBar, ProgramFilter, SearchFilter, SelectFilter } from '../../ui/table/filter-bar.tsx'
import { Time } from '../../ui/time.tsx'

const tones: Record<ListedEvent['status'], Tone> = {
  parked: 'warn',
  refused: 'bad',
  received: 'wait',
  processed: 'good',
}

const columns: readonly TableColumn<ListedEvent>[] = [
  {
    key: 'transaction',
    header: 'Transaction',
    width: 'minmax(9rem, 1.6fr)',
    cell: ({ transactionId }) => transactionId ?? 'cannot be read',
  },
  {
    key: 'status',
    header: 'State',
    width: '7rem',
    cell: ({ status }) => <Status tone={tones[status]}>{eventStateWords[status]}</Status>,
  },
  {
    key: 'reason',
    header: 'Why',
    width: 'minmax(9rem, 1.6fr)',
    isSecondary: true,
    cell: ({ reasonCode, lastError }) =>
      [reasonCode && reasonWords(reasonCode), lastError].filter(Boolean).join(': ') || '—',
  },
  {
    key: 'event',
    header: 'Event',
    width: 'minmax(9rem, 1fr)',
    isSecondary: true,
    cell: ({ event }) => event,
  },
  {
    key: 'partner',
    header: 'Program',
    isSecondary: true,
    cell: ({ partner }) => (partner ? <ProgramName slug={partner} /> : 'Not known'),
  },
  {
    key: 'received',
    header: 'Received',
    width: '8rem',
    isSecondary: true,
    cell: ({ receivedAt }) => <Time at={receivedAt} as="relative" />,
  },
]

export function Component() {
  const [partner] = useFilter('partner')
  const [status] = useFilter('status')
  const [transactionId] = useFilter('transaction')
  const [retried, setRetried] = useState<ListedEvent | null>(null)
  const mayRetry = useMay('system.run')
  const queryClient = useQueryClient()
  const known = inboxStatuses.find(one => one === status)
  const inbox = useInfiniteQuery(
    inboxQuery({
      ...(partner ? { partner } : {}),
      ...(known ? { status: known } : {}),
      ...(transactionId ? { transactionId } : {}),
    }),
  )
  const retry: TableColumn<ListedEvent> = {
    key: 'retry',
    header: 'Retry',
    width: '6rem',
    cell: event =>
      event.transactionId !== null &&
      (event.status === 'parked' || event.status === 'refused') && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Retry the event of ${event.transactionId}`}
          onClick={() => setRetried(event)}
        >
          Retry
        </Button>
      ),
  }
  return (
    <Page
      title="Card events"
      intro="What the card networks report. Parked and refused ones changed nothing yet."
    >
      <InboxKinds partner={partner} mayRetry={mayRetry} />
      <FilterBar list="inbox">
        <SearchFilter name="transaction" label="Transaction" placeholder="Its id at the network" />
        <SelectFilter
          name="status"
          label="State"
          any="Needs attention"
          options={inboxStatuses.map(value => ({ value, label: eventStateWords[value] }))}
        />
        <ProgramFilter permission="system.read" />
      </FilterBar>
      <Loaded query={inbox}>
        {({ pages }) => (
          <DataTable
            label="Card events"
            columns={mayRetry ? [...columns, retry] : columns}
            rows={pages.flatMap(({ items }) => items)}
            rowKey={({ id }) => String(id)}
            onEnd={() => {
              if (inbox.hasNextPage && !inbox.isFetchingNextPage) void inbox.fetchNextPage()
            }}
            isLoadingMore={inbox.isFetchingNextPage}
            empty={
              <Empty title="No events">
                {transactionId ? 'No event has this transaction id.' : 'Nothing needs attention.'}
              </Empty>
            }
          />
        )}
      </Loaded>
      <ReasonDialog
        opened={retried !== null}
        onClose={() => setRetried(null)}
        title={`Retry the event of ${retried?.transactionId ?? ''}`}
        confirm="Retry it"
        onConfirm={async reason => {
          const { event } = await retryEvent(retried!.id, reason)
          await queryClient.invalidateQueries({ queryKey: ['inbox'] })
          const why = event.reasonCode ? `: ${wordsOf(event.reasonCode)}` : ''
          toastDone(`The event is ${eventStateWords[event.status].toLowerCase()}${why}.`)
        }}
      >
        It is processed again now. A reward is never posted twice.
      </ReasonDialog>
    </Page>
  )
}
