import {
  type DifferenceState,
  differenceStates,
  type NetworkDifference,
} from '@dineward/core/console-finance/reconciliation.contract.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { Anchor, Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { RowAction } from '../../kit/action/action.ts'
import { column, timeColumn } from '../../kit/list/columns.tsx'
import { choice, choicesOf, type List } from '../../kit/list/list.ts'
import { ListView, useListFilters } from '../../kit/list/list-page.tsx'
import { usePagedRows } from '../../kit/list/rows.ts'
import { addressOf, download } from '../../lib/api.ts'
import { useFilter } from '../../lib/filters.ts'
import { formatTime } from '../../lib/format.ts'
import { useMayInNetwork } from '../../lib/staff.ts'
import { Section } from '../../ui/page/section.tsx'
import { Empty } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { differenceWords, movementWords, sideText, stateWords } from './difference-words.ts'
import { financeKey } from './finance.queries.ts'
import { changeDifference, differencesQuery } from './reconciliation.queries.ts'

const everyState = 'all'

export function NetworkDifferences() {
  const [reconciliation, setReconciliation] = useFilter('file')
  const { state: asked = 'open' } = useListFilters<{ state?: DifferenceState | typeof everyState }>(list)
  const state = asked === everyState ? undefined : asked
  const mayDecide = useMayInNetwork('finance.settle')
  const address = addressOf('/api/Console/Finance/NetworkDifferences.csv', {
    query: { state, reconciliation: reconciliation || undefined },
  })
  return (
    <Section
      title="Differences"
      intro="Each transaction once, whichever file shows it. One is resolved by itself when a later file agrees."
      actions={
        reconciliation && (
          <Button size="xs" variant="default" onClick={() => setReconciliation(null)}>
            Show those of every file
          </Button>
        )
      }
    >
      <ListView
        of={{
          ...list,
          actions: mayDecide ? actions : [],
          download: () => download(address, 'network-differences.csv'),
        }}
        rows={usePagedRows(differencesQuery({ state, reconciliation }), ({ items }) => items)}
      />
    </Section>
  )
}

const nameOf = ({ movement, transactionId }: NetworkDifference) =>
  `${lookUp(movementWords, movement) ?? movement} ${transactionId}`

const list: List<NetworkDifference> = {
  name: 'differences',
  label: 'Differences, the oldest first',
  isTall: true,
  rowKey: ({ id }) => String(id),
  filters: [
    choice(
      'state',
      'State',
      [...choicesOf(stateWords).filter(({ value }) => value !== 'open'), { value: everyState, label: 'Any' }],
      'Open',
    ),
    { kind: 'linked', name: 'file' },
  ],
  columns: [
    column('Transaction', nameOf, {
      cell: ({ movement, transactionId, arrived }) => (
        <Text span fz="sm" truncate title={transactionId}>
          {lookUp(movementWords, movement) ?? movement}{' '}
          {arrived ? (
            <Anchor component={Link} to={`/transactions/${encodeURIComponent(transactionId)}`} fz="sm">
              {transactionId}
            </Anchor>
          ) : (
            transactionId
          )}
        </Text>
      ),
    }),
    column('What', ({ kind }) => differenceWords[kind].label),
    column('In the file', ({ inFile, arrived }) => sideText(inFile, arrived), {
      cell: ({ inFile, arrived, fileName, line }) => (
        <span title={`${sideText(inFile)}, ${fileName}${line === null ? '' : `, line ${line}`}`}>
          {sideText(inFile, arrived)}
        </span>
      ),
    }),
    column('Arrived', ({ arrived, inFile }) => sideText(arrived, inFile), {
      cell: ({ arrived, inFile }) => <span title={sideText(arrived)}>{sideText(arrived, inFile)}</span>,
    }),
    column('State', ({ state, reason }) => [stateWords[state].label, reason].filter(Boolean).join(': '), {
      cell: ({ state, reason, decidedBy, decidedAt }) => (
        <span
          title={
            decidedAt ? `${reason} (${decidedBy ?? 'a later file'}, ${formatTime(decidedAt)})` : undefined
          }
        >
          <Status tone={stateWords[state].tone}>{stateWords[state].label}</Status> {reason}
        </span>
      ),
    }),
    timeColumn('Since', ({ createdAt }) => createdAt),
  ],
  empty: (
    <Empty title="Nothing is open">
      Compare a network’s file below; what differs comes here until someone says why.
    </Empty>
  ),
}

const steps: Readonly<Record<DifferenceState, readonly DifferenceState[]>> = {
  open: ['explained', 'resolved'],
  explained: ['resolved', 'open'],
  resolved: ['open'],
}
const stepWords: Readonly<Record<DifferenceState, { button: string; title: string; done: string }>> = {
  explained: {
    button: 'Explain',
    title: 'Why does it differ?',
    done: 'Explained. It stays listed until it is resolved.',
  },
  resolved: { button: 'Resolve', title: 'How was it settled?', done: 'Resolved.' },
  open: { button: 'Reopen', title: 'Why is it open again?', done: 'Open again.' },
}

const actions: readonly RowAction<NetworkDifference>[] = differenceStates.map(step => ({
  label: stepWords[step].button,
  isFor: ({ state }) => steps[state].includes(step),
  nameOf,
  explanation: one => `${differenceWords[one.kind].meaning}. No reward changes.`,
  title: stepWords[step].title,
  confirm: stepWords[step].button,
  isForMany: true,
  refresh: financeKey,
  run: async (one, { reason }) => {
    await changeDifference(one, { state: step, reason })
    return stepWords[step].done
  },
}))
