import type { Transaction } from '@dineward/core/activity/activity.contract.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { memberQuery, memberTransactionsQuery } from '../../features/support/support.queries.ts'
import { StateStatus } from '../../features/support/words.tsx'
import { formatCents, formatNumber, formatPlainDate, isMoney } from '../../lib/format.ts'
import { useStaff } from '../../lib/staff.ts'
import { Page } from '../../ui/page/page.tsx'
import { Empty, Loading, Problem } from '../../ui/states.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'

export function Component() {
  const { id = '' } = useParams()
  const { data: member } = useQuery(memberQuery(id))
  const list = useInfiniteQuery(memberTransactionsQuery(id))
  const program = useStaff().partners.find(({ slug }) => slug === member?.partner)
  const reward = (value: number) =>
    program && isMoney(program) ? formatCents(Math.round(value * 100)) : formatNumber(value)
  const columns: readonly TableColumn<Transaction>[] = [
    { key: 'what', header: 'Restaurant', cell: row => row.merchantName, width: 'minmax(7rem, 1.8fr)' },
    { key: 'date', header: 'Date', cell: row => formatPlainDate(row.date.slice(0, 10)), width: '7rem' },
    {
      key: 'status',
      header: 'Status',
      cell: row => <StateStatus state={row.awardStatus} />,
      width: '10rem',
    },
    {
      key: 'bill',
      header: 'Bill',
      cell: row => formatCents(Math.round(row.ticketAmount * 100), row.ticketCurrency),
      width: '5.5rem',
      isNumber: true,
      isSecondary: true,
    },
    {
      key: 'reward',
      header: 'Reward',
      cell: row => reward(row.benefitAmount),
      width: '6rem',
      isNumber: true,
      isSecondary: true,
    },
    {
      key: 'why',
      header: 'Why',
      cell: row => row.reason?.text ?? '',
      width: 'minmax(14rem, 3.5fr)',
      isSecondary: true,
    },
  ]
  return (
    <Page
      title="Dines and rewards"
      parents={[
        { to: '/members', label: 'Members' },
        { to: `/members/${id}`, label: member?.name ?? 'Member' },
      ]}
    >
      {list.isError && <Problem error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {list.data && (
        <DataTable
          label="Dines and rewards, the newest first"
          columns={columns}
          rows={list.data.pages.flatMap(({ data }) => data)}
          rowKey={row => row.sourceTransactionId}
          rowLink={row => `/transactions/${encodeURIComponent(row.sourceTransactionId)}`}
          onEnd={() => {
            if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
          }}
          isLoadingMore={list.isFetchingNextPage}
          empty={<Empty title="No dines yet">They are here as soon as a linked card pays.</Empty>}
        />
      )}
    </Page>
  )
}
