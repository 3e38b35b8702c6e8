import type { ConsoleStaff } from '@dineward/core/console-session/console-session.contract.ts'
import type {
  FoundMember,
  FoundTransaction,
  postConsoleMemberSearch,
} from '@dineward/core/console-support/members.contract.ts'
import { tierName } from '@dineward/core/members/member-questions.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { memberSearchQuery } from '../../features/support/support.queries.ts'
import { foundByText, MemberStatus, StateStatus } from '../../features/support/words.tsx'
import { column, programColumn } from '../../kit/list/columns.tsx'
import { type List, programFilter, search } from '../../kit/list/list.ts'
import { ListPage, useListFilters } from '../../kit/list/list-page.tsx'
import { wholeRows } from '../../kit/list/rows.ts'
import { useStaff } from '../../lib/staff.ts'
import { Section } from '../../ui/page/section.tsx'
import { Empty } from '../../ui/states.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'

const askForWords = (
  <Empty title="Type what you know">
    The beginning of a name or an email address, a member number, a card’s last four digits, or the id of a
    transaction.
  </Empty>
)

const listFor = (staff: ConsoleStaff, query: string): List<FoundMember> => ({
  name: 'members',
  label: 'Members',
  rowKey: ({ partner, id }) => `${partner} ${id}`,
  rowLink: ({ id }) => `/members/${id}`,
  filters: [
    {
      ...search('Find a member', 'Name, email, phone, member number, card, transaction id'),
      hasFocus: true,
    },
    programFilter('members.read'),
  ],
  columns: [
    column('Name', ({ name }) => name),
    column('State', ({ state }) => state, {
      cell: ({ state }) => <MemberStatus state={state} />,
    }),
    column('Email', ({ email }) => email),
    column('Member number', ({ memberNumber }) => memberNumber ?? '—'),
    column('Tier', ({ tierLevel }) => tierName(tierLevel)),
    column('Found by', ({ foundBy }) => foundByText(foundBy)),
    ...(staff.partners.length > 1 ? [programColumn<FoundMember>()] : []),
  ],
  empty: askForWords,
  noMatch: query ? (
    <Empty title={`Nothing found for “${query}”`}>
      Try the beginning of the last name, or the email address. Cards are found by their last four digits
      only.
    </Empty>
  ) : (
    askForWords
  ),
})

const nothing: ContractResponse<typeof postConsoleMemberSearch> = {
  items: [],
  transactions: [],
  hasMore: false,
}

export function Component() {
  const staff = useStaff()
  const { query = '', partner = '' } = useListFilters<{ query?: string; partner?: string }>(
    listFor(staff, ''),
  )
  const found = useQuery(memberSearchQuery(query, partner))
  const { transactions, hasMore } = (query && found.data) || nothing
  return (
    <ListPage
      of={listFor(staff, query)}
      rows={wholeRows(query ? found : { ...found, data: nothing, error: null }, ({ items }) => items)}
      title="Members"
    >
      {transactions.length > 0 && (
        <Section title="Transactions">
          <Transactions rows={transactions} />
        </Section>
      )}
      {hasMore && (
        <Text c="dimmed" fz="sm">
          There are more. Type more of the name, or the email address.
        </Text>
      )}
    </ListPage>
  )
}

const transactionColumns: readonly TableColumn<FoundTransaction>[] = [
  { key: 'title', header: 'Transaction', cell: row => row.title },
  { key: 'status', header: 'Status', cell: row => <StateStatus state={row.status} /> },
  { key: 'at', header: 'Date', cell: row => row.at.slice(0, 10) },
  { key: 'kind', header: 'Kind', cell: row => row.kind },
  { key: 'id', header: 'Id', cell: row => row.id },
]

function Transactions({ rows }: { rows: readonly FoundTransaction[] }) {
  return (
    <DataTable
      label="Transactions"
      columns={transactionColumns}
      rows={rows}
      rowKey={({ kind, id }) => `${kind} ${id}`}
      rowLink={({ id }) => `/transactions/${encodeURIComponent(id)}`}
    />
  )
}
