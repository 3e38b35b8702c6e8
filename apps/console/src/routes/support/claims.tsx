import type { ConsoleStaff } from '@dineward/core/console-session/console-session.contract.ts'
import type { ConsoleClaim } from '@dineward/core/console-support/claims.contract.ts'
import { Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { useClaimFilters } from '../../features/support/claim-filters.ts'
import { ClaimKeysHint, useClaimKeys } from '../../features/support/claim-keys.tsx'
import { ClaimUrgency } from '../../features/support/claim-urgency.tsx'
import { type ClaimFilters, claimsQuery } from '../../features/support/support.queries.ts'
import { StateStatus } from '../../features/support/words.tsx'
import { formatCents, formatPlainDate } from '../../lib/format.ts'
import { programOf, useStaff } from '../../lib/staff.ts'
import { Page } from '../../ui/page/page.tsx'
import { Empty, Loading, Problem } from '../../ui/states.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { FilterBar, ProgramFilter, SelectFilter } from '../../ui/table/filter-bar.tsx'

export function Component() {
  const staff = useStaff()
  const filters = useClaimFilters()
  const { state } = filters
  const { search } = useLocation()
  const list = useInfiniteQuery(claimsQuery(filters))
  useClaimKeys(focusRow)
  const [first] = list.data?.pages ?? []
  const columns = columnsFor(state, staff)
  return (
    <Page
      title="Claims"
      intro={first && `${first.openCount} to answer, ${first.overdueCount} of them overdue.`}
    >
      <FilterBar list="claims">
        <SelectFilter
          name="state"
          label="Show"
          any="To answer"
          options={[{ value: 'answered', label: 'Answered' }]}
        />
        <SelectFilter
          name="assignee"
          label="Taken by"
          options={[
            { value: 'me', label: 'Mine' },
            { value: 'none', label: 'Unassigned' },
          ]}
        />
        <ProgramFilter permission="claims.read" />
      </FilterBar>
      <ClaimKeysHint />
      {list.isError && <Problem error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {list.data && (
        <DataTable
          label={state === 'open' ? 'Claims to answer, overdue first' : 'Answered claims, the newest first'}
          columns={columns}
          rows={list.data.pages.flatMap(({ items }) => items)}
          rowKey={({ partner: slug, id }) => `${slug} ${id}`}
          rowLink={({ id }) => `/claims/${id}${search}`}
          onEnd={() => {
            if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
          }}
          isLoadingMore={list.isFetchingNextPage}
          empty={
            <Empty title={emptyTitle(filters)}>
              <Text span>Members report missing dines in their activity.</Text>
            </Empty>
          }
        />
      )}
    </Page>
  )
}

function emptyTitle({ state, assignee }: ClaimFilters): string {
  if (assignee === 'me') return 'You have taken none'
  if (assignee === 'none') return 'Each one is taken'
  return state === 'open' ? 'No claim waits for an answer' : 'No claim was answered yet'
}

/** Enter opens the claim that has the focus. */
function focusRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('main tbody a')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  links[at === -1 ? 0 : at + step]?.focus()
}

const columnsFor = (
  state: 'open' | 'answered',
  staff: ConsoleStaff,
): readonly TableColumn<ConsoleClaim>[] => [
  { key: 'where', header: 'Restaurant', cell: row => row.merchantName, width: 'minmax(9rem, 1.5fr)' },
  {
    key: 'due',
    header: state === 'open' ? 'Promised' : 'Answer',
    cell: row => (state === 'open' ? <ClaimUrgency claim={row} /> : <StateStatus state={row.state} />),
    width: '8rem',
  },
  {
    key: 'amount',
    header: 'Amount',
    cell: row => formatCents(row.amountCents),
    width: '6rem',
    isNumber: true,
  },
  {
    key: 'who',
    header: 'Member',
    cell: row => row.memberName,
    width: 'minmax(8rem, 1.2fr)',
    isSecondary: true,
  },
  {
    key: 'assignee',
    header: 'Taken by',
    cell: row => row.assignee?.name ?? '—',
    width: 'minmax(6rem, 1fr)',
    isSecondary: true,
  },
  {
    key: 'dined',
    header: 'Dined',
    cell: row => formatPlainDate(row.dinedOn),
    width: '6.5rem',
    isSecondary: true,
  },
  {
    key: 'age',
    header: 'Age',
    cell: row => (row.ageDays === 0 ? 'New' : `${row.ageDays} d`),
    width: '3.5rem',
    isNumber: true,
    isSecondary: true,
  },
  {
    key: 'receipt',
    header: 'Receipt',
    cell: row => (row.receiptType ? 'Yes' : '—'),
    width: '4rem',
    isSecondary: true,
  },
  {
    key: 'program',
    header: 'Program',
    cell: row => programOf(staff, row.partner)?.name ?? row.partner,
    width: 'minmax(9rem, 1.2fr)',
    isSecondary: true,
  },
]
