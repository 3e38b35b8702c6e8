import type { FoundMember, FoundTransaction } from '@dineward/core/console-support/members.contract.ts'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { memberSearchQuery } from '../../features/support/support.queries.ts'
import { foundByText, MemberStatus, StateStatus, tierName } from '../../features/support/words.tsx'
import { useFilter } from '../../lib/filters.ts'
import { programOf, useStaff } from '../../lib/staff.ts'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { FilterBar, ProgramFilter, SearchFilter } from '../../ui/table/filter-bar.tsx'

export function Component() {
  const [query] = useFilter('query')
  const [partner] = useFilter('partner')
  const found = useQuery(memberSearchQuery(query, partner))
  return (
    <Page title="Members">
      <FilterBar list="members">
        <SearchFilter
          label="Find a member"
          placeholder="Name, email, phone, member number, card, transaction id"
          hasFocus
        />
        <ProgramFilter permission="members.read" />
      </FilterBar>
      {query === '' ? (
        <Empty title="Type what you know">
          The beginning of a name or an email address, a member number, a card’s last four digits, or the id
          of a transaction.
        </Empty>
      ) : (
        <Loaded query={found}>
          {({ items, transactions, hasMore }) => (
            <>
              {transactions.length > 0 && (
                <Section title="Transactions">
                  <Transactions rows={transactions} />
                </Section>
              )}
              {(items.length > 0 || transactions.length === 0) && <Members rows={items} query={query} />}
              {hasMore && (
                <Text c="dimmed" fz="sm">
                  There are more. Type more of the name, or the email address.
                </Text>
              )}
            </>
          )}
        </Loaded>
      )}
    </Page>
  )
}

function Members({ rows, query }: { rows: readonly FoundMember[]; query: string }) {
  const staff = useStaff()
  const columns: readonly TableColumn<FoundMember>[] = [
    { key: 'name', header: 'Name', cell: row => row.name, width: 'minmax(9rem, 1.5fr)' },
    { key: 'state', header: 'State', cell: row => <MemberStatus state={row.state} />, width: '8rem' },
    { key: 'email', header: 'Email', cell: row => row.email, width: 'minmax(11rem, 2fr)', isSecondary: true },
    { key: 'number', header: 'Member number', cell: row => row.memberNumber ?? '—', isSecondary: true },
    { key: 'tier', header: 'Tier', cell: row => tierName(row.tierLevel), isSecondary: true },
    { key: 'by', header: 'Found by', cell: row => foundByText(row.foundBy), isSecondary: true },
    ...(staff.partners.length > 1
      ? [
          {
            key: 'program',
            header: 'Program',
            cell: (row: FoundMember) => programOf(staff, row.partner)?.name ?? row.partner,
          },
        ]
      : []),
  ]
  return (
    <DataTable
      label="Members"
      columns={columns}
      rows={rows}
      rowKey={({ partner, id }) => `${partner} ${id}`}
      rowLink={({ id }) => `/members/${id}`}
      empty={
        <Empty title={`Nothing found for “${query}”`}>
          Try the beginning of the last name, or the email address. Cards are found by their last four digits
          only.
        </Empty>
      }
    />
  )
}

const transactionColumns: readonly TableColumn<FoundTransaction>[] = [
  { key: 'title', header: 'Transaction', cell: row => row.title, width: 'minmax(10rem, 2fr)' },
  { key: 'status', header: 'Status', cell: row => <StateStatus state={row.status} />, width: '10rem' },
  { key: 'at', header: 'Date', cell: row => row.at.slice(0, 10), width: '7rem' },
  { key: 'kind', header: 'Kind', cell: row => row.kind, isSecondary: true },
  { key: 'id', header: 'Id', cell: row => row.id, width: 'minmax(12rem, 2fr)', isSecondary: true },
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
