import { inboxStatuses, type ListedEvent } from '@dineward/core/console-system/inbox.contract.ts'
import { type InboxFilters, inboxQuery, retryEvent, wordsOf } from '../../features/system/inbox.queries.ts'
import { InboxKinds } from '../../features/system/inbox-kinds.tsx'
import { eventStateWords, reasonWords } from '../../features/system/inbox-words.ts'
import type { RowAction } from '../../kit/action/action.ts'
import { type List, programFilter } from '../../kit/list/list.ts'
import { ListView, useListFilters } from '../../kit/list/list-page.tsx'
import { usePagedRows } from '../../kit/list/rows.ts'
import { useMay } from '../../lib/staff.ts'
import { Page } from '../../ui/page/page.tsx'
import { ProgramName } from '../../ui/program-name.tsx'
import { Empty } from '../../ui/states.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'

const tones: Record<ListedEvent['status'], Tone> = {
  parked: 'warn',
  refused: 'bad',
  received: 'wait',
  processed: 'good',
}

const list: List<ListedEvent> = {
  name: 'inbox',
  label: 'Card events',
  rowKey: ({ id }) => String(id),
  filters: [
    { kind: 'search', name: 'transaction', label: 'Transaction', placeholder: 'Its id at the network' },
    {
      kind: 'choice',
      name: 'status',
      label: 'State',
      any: 'Needs attention',
      choices: inboxStatuses.map(value => ({ value, label: eventStateWords[value] })),
    },
    programFilter('system.read'),
  ],
  columns: [
    {
      key: 'transaction',
      header: 'Transaction',
      width: 'minmax(9rem, 1.6fr)',
      value: ({ transactionId }) => transactionId ?? 'cannot be read',
    },
    {
      key: 'status',
      header: 'State',
      width: '7rem',
      value: ({ status }) => status,
      cell: ({ status }) => <Status tone={tones[status]}>{eventStateWords[status]}</Status>,
    },
    {
      key: 'reason',
      header: 'Why',
      width: 'minmax(9rem, 1.6fr)',
      value: ({ reasonCode, lastError }) =>
        [reasonCode && reasonWords(reasonCode), lastError].filter(Boolean).join(': ') || '—',
    },
    { key: 'event', header: 'Event', width: 'minmax(9rem, 1fr)', value: ({ event }) => event },
    {
      key: 'partner',
      header: 'Program',
      value: ({ partner }) => partner,
      cell: ({ partner }) => (partner ? <ProgramName slug={partner} /> : 'Not known'),
    },
    {
      key: 'received',
      header: 'Received',
      width: '8rem',
      value: ({ receivedAt }) => receivedAt,
      cell: ({ receivedAt }) => <Time at={receivedAt} as="relative" />,
    },
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
