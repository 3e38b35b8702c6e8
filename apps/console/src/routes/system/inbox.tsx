import type { ListedEvent } from '@dineward/core/console-system/inbox.contract.ts'
import { type InboxFilters, inboxQuery, retryEvent, wordsOf } from '../../features/system/inbox.queries.ts'
import { InboxKinds } from '../../features/system/inbox-kinds.tsx'
import { eventStateWords, reasonWords } from '../../features/system/inbox-words.ts'
import type { RowAction } from '../../kit/action/action.ts'
import { column, programColumn, statusColumn, timeColumn } from '../../kit/list/columns.tsx'
import { choice, choicesOf, type List, programFilter, search } from '../../kit/list/list.ts'
import { ListView, useListFilters } from '../../kit/list/list-page.tsx'
import { usePagedRows } from '../../kit/list/rows.ts'
import { useMay } from '../../lib/staff.ts'
import { Page } from '../../ui/page/page.tsx'
import { Empty } from '../../ui/states.tsx'
import type { Tone } from '../../ui/status.tsx'

const states: Record<ListedEvent['status'], { label: string; tone: Tone }> = {
  parked: { label: eventStateWords.parked, tone: 'warn' },
  refused: { label: eventStateWords.refused, tone: 'bad' },
  received: { label: eventStateWords.received, tone: 'wait' },
  processed: { label: eventStateWords.processed, tone: 'good' },
}

const list: List<ListedEvent> = {
  name: 'inbox',
  label: 'Card events',
  rowKey: ({ id }) => String(id),
  filters: [
    search('Transaction', 'Its id at the network', 'transaction'),
    choice('status', 'State', choicesOf(states), 'Needs attention'),
    programFilter('system.read'),
  ],
  columns: [
    column('Transaction', ({ transactionId }) => transactionId ?? 'cannot be read'),
    statusColumn('State', ({ status }) => status, states),
    column(
      'Why',
      ({ reasonCode, lastError }) =>
        [reasonCode && reasonWords(reasonCode), lastError].filter(Boolean).join(': ') || '—',
    ),
    column('Event', ({ event }) => event),
    programColumn('Not known'),
    timeColumn('Received', ({ receivedAt }) => receivedAt),
  ],
  empty: <Empty title="No events">Nothing needs attention, or no event matches the filters.</Empty>,
}

const retry: RowAction<ListedEvent> = {
  label: 'Retry',
  isFor: ({ transactionId, status }) =>
    transactionId !== null && (status === 'parked' || status === 'refused'),
  nameOf: ({ transactionId }) => `the event of ${transactionId}`,
  explanation: 'It is processed again now. A reward is never posted twice.',
  confirm: 'Retry it',
  isForMany: true,
  refresh: ['inbox'],
  run: async ({ id }, { reason }) => {
    const { event } = await retryEvent(id, reason)
    const why = event.reasonCode ? `: ${wordsOf(event.reasonCode)}` : ''
    return `The event is ${eventStateWords[event.status].toLowerCase()}${why}.`
  },
}

export function Component() {
  const { transaction: transactionId, ...others } = useListFilters<
    Omit<InboxFilters, 'transactionId'> & { transaction?: string }
  >(list)
  const mayRetry = useMay('system.run')
  const filters = { ...others, ...(transactionId ? { transactionId } : {}) }
  const events = usePagedRows(inboxQuery(filters), ({ items }) => items)
  return (
    <Page
      title="Card events"
      intro="What the card networks report. Parked and refused ones changed nothing yet."
    >
      <InboxKinds partner={others.partner ?? ''} mayRetry={mayRetry} />
      <ListView of={{ ...list, actions: mayRetry ? [retry] : [] }} rows={events} />
    </Page>
  )
}
