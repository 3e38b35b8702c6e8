import type { ListedPayout } from '@dineward/core/console-finance/payouts.contract.ts'
import type { PayoutStatus } from '@dineward/core/payouts/payouts.rules.ts'
import { payoutsQuery } from '../../features/finance/finance.queries.ts'
import { askAction, ReturnButton } from '../../features/finance/payout-actions.tsx'
import { payoutReasonWords, payoutStatusWords } from '../../features/finance/payout-words.ts'
import {
  centsColumn,
  column,
  controlColumn,
  fileColumn,
  programColumn,
  statusColumn,
  timeColumn,
} from '../../kit/list/columns.tsx'
import { choice, choicesOf, type List, programFilter } from '../../kit/list/list.ts'
import { ListPage, useListFilters } from '../../kit/list/list-page.tsx'
import { usePagedRows } from '../../kit/list/rows.ts'
import { formatCents, formatNumber } from '../../lib/format.ts'
import { may, useStaff } from '../../lib/staff.ts'
import { Figure, Figures } from '../../ui/figure.tsx'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'

const list: List<ListedPayout> = {
  name: 'payouts',
  label: 'Payouts, the newest first',
  rowKey: ({ id }) => id,
  filters: [programFilter('finance.read'), choice('status', 'Status', choicesOf(payoutStatusWords))],
  columns: [
    fileColumn('Id', ({ id }) => id),
    fileColumn('Member', ({ memberId }) => memberId),
    timeColumn('Reserved', ({ createdAt }) => createdAt, 'day'),
    programColumn(),
    centsColumn('Amount', ({ amountCents }) => amountCents),
    statusColumn('Status', ({ status }) => status, payoutStatusWords),
    column('Method', ({ processor, delivery }) => `${processor}, ${delivery.toLowerCase()}`),
    column('Details', ({ reason }) => reason, {
      cell: payout => <NextStep payout={payout} />,
    }),
    fileColumn('Settled', ({ settledAt }) => settledAt),
    controlColumn('Return', payout => <ReturnButton payout={payout} />),
  ],
  empty: (
    <Empty title="No payouts">A member is paid when the balance reaches the threshold of the program.</Empty>
  ),
}

export function Component() {
  const { partner = '', status } = useListFilters<{ partner?: string; status?: PayoutStatus }>(list)
  const payouts = usePagedRows(payoutsQuery(partner, status), ({ items }) => items)
  const staff = useStaff()
  const ask = askAction(slug => may(staff, 'finance.pay', slug))
  return (
    <ListPage
      of={{ ...list, actions: [ask] }}
      rows={payouts}
      title="Payouts"
      intro="Statement credits and dollars on their way to members. Nothing is ever sent twice: asking again finds what the provider has."
    >
      <Figures>
        {(payouts.first?.totals ?? []).map(({ status: one, count, cents }) => (
          <Figure
            key={one}
            label={payoutStatusWords[one].label}
            value={formatCents(cents)}
            detail={`${formatNumber(count)} ${count === 1 ? 'payout' : 'payouts'}`}
          />
        ))}
      </Figures>
    </ListPage>
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
