import type { ListedPosting } from '@dineward/core/console-finance/postings.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { postingReasonText } from '@dineward/core/console-support/event-words.rules.ts'
import { useMemo } from 'react'
import { formatReward } from '../../lib/format.ts'
import { Empty } from '../../ui/states.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { Time } from '../../ui/time.tsx'
import { postingsPage } from './drill-down.queries.ts'
import { accountNames, kindNames } from './figure-words.ts'
import { CellLink, usePlaces } from './finance-links.tsx'

export function PostingsList({
  program,
  rows,
  onEnd,
  isLoadingMore,
}: {
  program: Program
  rows: readonly ListedPosting[]
  onEnd: () => void
  isLoadingMore: boolean
}) {
  return (
    <DataTable
      label="Postings, the newest first"
      columns={useColumns(program)}
      rows={rows}
      rowKey={({ postingId, account }) => `${postingId} ${account}`}
      onEnd={onEnd}
      isLoadingMore={isLoadingMore}
      empty={<Empty title="No postings">Nothing matches these filters. Take one away to see more.</Empty>}
    />
  )
}

function useColumns(program: Program): readonly TableColumn<ListedPosting>[] {
  const places = usePlaces(program.slug)
  return useMemo(
    () => [
      {
        key: 'counts',
        header: 'Counts',
        cell: ({ countsAt }) => <Time at={countsAt} />,
        width: '10.25rem',
        phoneWidth: 'minmax(6rem, 1.3fr)',
      },
      {
        key: 'kind',
        header: 'For',
        cell: ({ kind, dineId }) => <CellLink to={places.dine(dineId)}>{kindNames[kind]}</CellLink>,
        width: 'minmax(5.5rem, 1fr)',
        phoneWidth: 'minmax(3.5rem, 1fr)',
      },
      {
        key: 'units',
        header: 'Amount',
        cell: ({ units }) => formatReward(program, units),
        isNumber: true,
        width: 'minmax(6.5rem, 0.8fr)',
        phoneWidth: 'minmax(5.5rem, 1fr)',
      },
      {
        key: 'account',
        header: 'Account',
        cell: ({ account }) => accountNames[account],
        isSecondary: true,
        width: 'minmax(7rem, 1fr)',
      },
      {
        key: 'member',
        header: 'Member',
        cell: ({ memberId }) =>
          memberId ? <CellLink to={places.member(memberId)}>{memberId}</CellLink> : '—',
        isSecondary: true,
      },
      {
        key: 'restaurant',
        header: 'Restaurant',
        cell: ({ merchant }) =>
          merchant ? <CellLink to={places.restaurant(merchant.id)}>{merchant.name}</CellLink> : '—',
        isSecondary: true,
        width: 'minmax(7rem, 1.4fr)',
      },
      {
        key: 'file',
        header: 'File',
        cell: ({ fileId }) =>
          fileId ? (
            <CellLink to={postingsPage({ partner: program.slug, account: 'member_rewards', file: fileId })}>
              {fileId}
            </CellLink>
          ) : (
            '—'
          ),
        isSecondary: true,
      },
      {
        key: 'reason',
        header: 'Why',
        cell: ({ reason }) => postingReasonText(reason),
        isSecondary: true,
        width: 'minmax(7rem, 1.4fr)',
      },
    ],
    [program, places],
  )
}
