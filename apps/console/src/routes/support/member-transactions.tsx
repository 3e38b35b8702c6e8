import type { Transaction } from '@dineward/core/activity/activity.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { memberQuery, memberTransactionsQuery } from '../../features/support/support.queries.ts'
import { StateStatus } from '../../features/support/words.tsx'
import { column, fileColumn, numberColumn } from '../../kit/list/columns.tsx'
import type { List } from '../../kit/list/list.ts'
import { ListView } from '../../kit/list/list-page.tsx'
import { usePagedRows } from '../../kit/list/rows.ts'
import { formatCents, formatNumber, formatPlainDate, isMoney } from '../../lib/format.ts'
import { useStaff } from '../../lib/staff.ts'
import { Page } from '../../ui/page/page.tsx'
import { Empty } from '../../ui/states.tsx'

export function Component() {
  const { id = '' } = useParams()
  const { data: member } = useQuery(memberQuery(id))
  const rows = usePagedRows(memberTransactionsQuery(id), ({ data }) => data)
  const program = useStaff().partners.find(({ slug }) => slug === member?.partner)
  const reward = (value: number) =>
    program && isMoney(program) ? formatCents(Math.round(value * 100)) : formatNumber(value)
  return (
    <Page
      title="Dines and rewards"
      parents={[
        { to: '/members', label: 'Members' },
        { to: `/members/${id}`, label: member?.name ?? 'Member' },
      ]}
    >
      <ListView of={listFor(reward)} rows={rows} />
    </Page>
  )
}

const listFor = (reward: (value: number) => string): List<Transaction> => ({
  name: 'dines-and-rewards',
  label: 'Dines and rewards, the newest first',
  isTall: true,
  rowKey: row => row.sourceTransactionId,
  rowLink: row => `/transactions/${encodeURIComponent(row.sourceTransactionId)}`,
  columns: [
    column('Restaurant', row => row.merchantName),
    column('Date', row => row.date, { cell: row => formatPlainDate(row.date.slice(0, 10)) }),
    column('Status', row => row.awardStatus, {
      cell: row => <StateStatus state={row.awardStatus} />,
    }),
    numberColumn(
      'Bill',
      row => row.ticketAmount,
      (amount, row) => formatCents(Math.round(amount * 100), row.ticketCurrency),
    ),
    numberColumn('Reward', row => row.benefitAmount, reward),
    column('Why', row => row.reason?.text ?? null),
    fileColumn('Transaction', row => row.sourceTransactionId),
  ],
  empty: <Empty title="No dines yet">They are here as soon as a linked card pays.</Empty>,
})
