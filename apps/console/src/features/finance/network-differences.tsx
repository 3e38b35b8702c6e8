import {
  type DifferenceState,
  differenceStates,
  type NetworkDifference,
} from '@dineward/core/console-finance/reconciliation.contract.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { Anchor, Button, Group, Text } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, addressOf } from '../../lib/api.ts'
import { useFilter } from '../../lib/filters.ts'
import { formatTime } from '../../lib/format.ts'
import { useMayInNetwork } from '../../lib/staff.ts'
import { ReasonDialog } from '../../ui/dialog/reason-dialog.tsx'
import { toastDone } from '../../ui/dialog/toast.ts'
import { Section } from '../../ui/page/section.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { DownloadButton } from '../../ui/table/csv-button.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { FilterBar, SelectFilter } from '../../ui/table/filter-bar.tsx'
import { Time } from '../../ui/time.tsx'
import { differenceWords, movementWords, sideText, stateWords } from './difference-words.ts'
import { financeKey } from './finance.queries.ts'
import { changeDifference, differencesQuery } from './reconciliation.queries.ts'

const everyState = 'all'

export function NetworkDifferences() {
  const [asked] = useFilter('state')
  const [reconciliation, setReconciliation] = useFilter('file')
  const state = asked === everyState ? undefined : (differenceStates.find(one => one === asked) ?? 'open')
  const query = useInfiniteQuery(differencesQuery({ state, reconciliation }))
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? []
  const columns = useColumns()
  const address = addressOf('/api/Console/Finance/NetworkDifferences.csv', {
    query: { state, reconciliation: reconciliation || undefined },
  })
  return (
    <Section
      title="Differences"
      intro="Each transaction once, whichever file shows it. One is resolved by itself when a later file agrees."
      actions={<DownloadButton label="CSV" address={address} name="network-differences.csv" />}
    >
      <FilterBar list="differences">
        <SelectFilter
          name="state"
          label="State"
          any="Open"
          options={[
            ...differenceStates
              .filter(value => value !== 'open')
              .map(value => ({ value, label: stateWords[value].label })),
            { value: everyState, label: 'Any' },
          ]}
        />
        {reconciliation && (
          <Button variant="default" onClick={() => setReconciliation(null)}>
            Show those of every file
          </Button>
        )}
      </FilterBar>
      <Loaded query={query}>
        {() => (
          <DataTable
            label="Differences, the oldest first"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => String(id)}
            onEnd={() => query.hasNextPage && !query.isFetching && void query.fetchNextPage()}
            isLoadingMore={query.isFetchingNextPage}
            empty={
              state === 'open' ? (
                <Empty title="Nothing is open">
                  Compare a network’s file below; what differs comes here until someone says why.
                </Empty>
              ) : (
                <Empty title="No differences in this state" />
              )
            }
          />
        )}
      </Loaded>
    </Section>
  )
}

function useColumns(): readonly TableColumn<NetworkDifference>[] {
  const mayDecide = useMayInNetwork('finance.settle')
  return useMemo(
    () => [
      {
        key: 'transaction',
        header: 'Transaction',
        width: 'minmax(6rem, 2fr)',
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
      },
      {
        key: 'kind',
        header: 'What',
        isSecondary: true,
        width: '7.5rem',
        cell: ({ kind }) => differenceWords[kind].label,
      },
      {
        key: 'file',
        header: 'In the file',
        isSecondary: true,
        width: 'minmax(8.5rem, 1.5fr)',
        cell: ({ inFile, arrived, fileName, line }) => (
          <span title={`${sideText(inFile)}, ${fileName}${line === null ? '' : `, line ${line}`}`}>
            {sideText(inFile, arrived)}
          </span>
        ),
      },
      {
        key: 'arrived',
        header: 'Arrived',
        isSecondary: true,
        width: 'minmax(6rem, 1.5fr)',
        cell: ({ arrived, inFile }) => <span title={sideText(arrived)}>{sideText(arrived, inFile)}</span>,
      },
      {
        key: 'state',
        header: 'State',
        isSecondary: true,
        width: 'minmax(6rem, 1.5fr)',
        cell: ({ state, reason, decidedBy, decidedAt }) => (
          <span
            title={
              decidedAt ? `${reason} (${decidedBy ?? 'a later file'}, ${formatTime(decidedAt)})` : undefined
            }
          >
            <Status tone={stateWords[state].tone}>{stateWords[state].label}</Status> {reason}
          </span>
        ),
      },
      {
        key: 'since',
        header: 'Since',
        isSecondary: true,
        width: '7.5rem',
        cell: ({ createdAt }) => <Time at={createdAt} as="relative" />,
      },
      ...(mayDecide
        ? [
            {
              key: 'actions',
              header: 'Actions',
              width: '10rem',
              cell: (one: NetworkDifference) => <DifferenceActions difference={one} />,
            },
          ]
        : []),
    ],
    [mayDecide],
  )
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

function DifferenceActions({ difference }: { difference: NetworkDifference }) {
  const [chosen, setChosen] = useState<DifferenceState>('explained')
  const [isOpen, setIsOpen] = useState(false)
  const client = useQueryClient()
  const { movement, transactionId, state } = difference
  async function change(reason: string) {
    try {
      await changeDifference(difference, { state: chosen, reason })
      toastDone(stepWords[chosen].done)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') throw error
      await client.invalidateQueries({ queryKey: financeKey })
      throw new Error(
        'Someone else changed it meanwhile. The list shows how it is now; your reason is kept here.',
      )
    }
    await client.invalidateQueries({ queryKey: financeKey })
  }
  return (
    <Group gap={6} wrap="nowrap">
      {steps[state].map(step => (
        <Button
          key={step}
          size="compact-xs"
          variant="default"
          onClick={() => {
            setChosen(step)
            setIsOpen(true)
          }}
        >
          {stepWords[step].button}
        </Button>
      ))}
      <ReasonDialog
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={stepWords[chosen].title}
        confirm={stepWords[chosen].button}
        onConfirm={change}
      >
        {lookUp(movementWords, movement) ?? movement} {transactionId}:{' '}
        {differenceWords[difference.kind].meaning}. No reward changes.
      </ReasonDialog>
    </Group>
  )
}
