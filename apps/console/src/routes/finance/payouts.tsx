import type { ListedPayout } from '@dineward/core/console-finance/payouts.contract.ts'
import { payoutStatuses } from '@dineward/core/payouts/payouts.rules.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { payoutsQuery } from '../../features/finance/finance.queries.ts'
import { PayoutActions } from '../../features/finance/payout-actions.tsx'
import { payoutReasonWords, payoutStatusWords } from '../../features/finance/payout-words.ts'
import { useFilter } from '../../lib/filters.ts'
import { formatCents, formatNumber } from '../../lib/format.ts'
import { programOf, useStaff } from '../../lib/staff.ts'
import { Figure, Figures } from '../../ui/figure.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { CsvButton } from '../../ui/table/csv-button.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { FilterBar, ProgramFilter, SelectFilter } from '../../ui/table/filter-bar.tsx'
import { Time } from '../../ui/time.tsx'

export function Component() {
  const [partner] = useFilter('partner')
  const [asked] = useFilter('status')
  const status = payoutStatuses.find(one => one === asked)
  const query = useInfiniteQuery(payoutsQuery(partner, status))
  const columns = usePayoutColumns()
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Page
      title="Payouts"
      intro="Statement credits and dollars on their way to members. Nothing is ever sent twice: asking again finds what the provider has."
      actions={<CsvButton name="payouts" header={csvHeader} rows={rows.map(csvRow)} />}
    >
      <FilterBar list="payouts">
        <ProgramFilter permission="finance.read" />
        <SelectFilter
          name="status"
          label="Status"
          options={payoutStatuses.map(value => ({ value, label: payoutStatusWords[value].label }))}
        />
      </FilterBar>
      <Loaded query={query}>
        {({ pages }) => (
          <>
            <Figures>
              {(pages[0]?.totals ?? []).map(({ status: one, count, cents }) => (
                <Figure
                  key={one}
                  label={payoutStatusWords[one].label}
                  value={formatCents(cents)}
                  detail={`${formatNumber(count)} ${count === 1 ? 'payout' : 'payouts'}`}
                />
              ))}
            </Figures>
            <DataTable
              label="Payouts, the newest first"
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              onEnd={() => query.hasNextPage && !query.isFetching && void query.fetchNextPage()}
              isLoadingMore={query.isFetchingNextPage}
              empty={
                <Empty title={status ? 'No payouts with this status' : 'No payouts yet'}>
                  A member is paid when the balance reaches the threshold of the program.
                </Empty>
              }
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function usePayoutColumns(): readonly TableColumn<ListedPayout>[] {
  const staff = useStaff()
  return useMemo(
    () => [
      {
        key: 'created',
        header: 'Reserved',
        cell: ({ createdAt }) => <Time at={createdAt} as="day" />,
        width: '6.5rem',
        phoneWidth: '4.25rem',
      },
      {
        key: 'program',
        header: 'Program',
        cell: ({ partner }) => programOf(staff, partner)?.name ?? partner,
        isSecondary: true,
        width: 'minmax(10.5rem, 1.2fr)',
      },
      {
        key: 'amount',
        header: 'Amount',
        cell: ({ amountCents }) => formatCents(amountCents),
        isNumber: true,
        width: '5rem',
        phoneWidth: '4rem',
      },
      {
        key: 'status',
        header: 'Status',
        cell: ({ status }) => (
          <Status tone={payoutStatusWords[status].tone}>{payoutStatusWords[status].label}</Status>
        ),
        width: '7rem',
        phoneWidth: '5.25rem',
      },
      {
        key: 'method',
        header: 'Method',
        cell: ({ processor, delivery }) => `${processor}, ${delivery.toLowerCase()}`,
        isSecondary: true,
        width: 'minmax(9rem, 1fr)',
      },
      {
        key: 'detail',
        header: 'Details',
        cell: payout => <NextStep payout={payout} />,
        isSecondary: true,
        width: 'minmax(14rem, 2fr)',
      },
      {
        key: 'actions',
        header: 'Actions',
        cell: payout => <PayoutActions payout={payout} />,
        width: '9.5rem',
        phoneWidth: 'minmax(4.25rem, 1fr)',
      },
    ],
    [staff],
  )
}

function NextStep({ payout }: { payout: ListedPayout }) {
  const { reason, nextAttemptAt, settledAt, retryAt, attempts } = payout
  if (reason)
    return (
      <>
        {payoutReasonWords[reason]}
        {retryAt && reason !== 'account_erased' && (
          <>
            . Back in the balance, which is paid from <Time at={retryAt} as="day" /> on, or once another card
            is linked
          </>
        )}
      </>
    )
  if (nextAttemptAt)
    return (
      <>
        Asked {attempts} {attempts === 1 ? 'time' : 'times'}, next <Time at={nextAttemptAt} as="relative" />
      </>
    )
  return settledAt ? (
    <>
      Paid <Time at={settledAt} />
    </>
  ) : null
}

const csvHeader = ['id', 'partner', 'member', 'amount', 'status', 'reason', 'reserved', 'settled']
const csvRow = (one: ListedPayout) => [
  one.id,
  one.partner,
  one.memberId,
  (one.amountCents / 100).toFixed(2),
  one.status,
  one.reason ?? '',
  one.createdAt,
  one.settledAt ?? '',
]
