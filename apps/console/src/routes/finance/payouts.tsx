import type { ListedPayout } from '@dineward/core/console-finance/payouts.contract.ts'
import type { PayoutStatus } from '@dineward/core/payouts/payouts.rules.ts'
import { payoutsQuery } from '../../features/finance/finance.queries.ts'
import { askAction, ReturnButton } from '../../features/finance/payout-actions.tsx'
import { payoutReasonWords, payoutStatusWords } from '../../features/finance/payout-words.ts'
import { choicesOf, type List, programFilter } from '../../kit/list/list.ts'
import { ListPage, useListFilters } from '../../kit/list/list-page.tsx'
import { usePagedRows } from '../../kit/list/rows.ts'
import { formatCents, formatNumber } from '../../lib/format.ts'
import { may, useStaff } from '../../lib/staff.ts'
import { Figure, Figures } from '../../ui/figure.tsx'
import { ProgramName } from '../../ui/program-name.tsx'
import { Empty } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'

const list: List<ListedPayout> = {
  name: 'payouts',
  label: 'Payouts, the newest first',
  rowKey: ({ id }) => id,
  filters: [
    programFilter('finance.read'),
    { kind: 'choice', name: 'status', label: 'Status', choices: choicesOf(payoutStatusWords) },
  ],
  columns: [
    { key: 'id', header: 'Id', isOnlyInFile: true, value: ({ id }) => id },
    { key: 'member', header: 'Member', isOnlyInFile: true, value: ({ memberId }) => memberId },
    {
      key: 'created',
      header: 'Reserved',
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <Time at={createdAt} as="day" />,
      width: '6.5rem',
    },
    {
      key: 'program',
      header: 'Program',
      value: ({ partner }) => partner,
      cell: ({ partner }) => <ProgramName slug={partner} />,
      width: 'minmax(10.5rem, 1.2fr)',
    },
    {
      key: 'amount',
      header: 'Amount',
      value: ({ amountCents }) => (amountCents / 100).toFixed(2),
      cell: ({ amountCents }) => formatCents(amountCents),
      isNumber: true,
      width: '5rem',
    },
    {
      key: 'status',
      header: 'Status',
      value: ({ status }) => status,
      cell: ({ status }) => (
        <Status tone={payoutStatusWords[status].tone}>{payoutStatusWords[status].label}</Status>
      ),
      width: '7rem',
    },
    {
      key: 'method',
      header: 'Method',
      value: ({ processor, delivery }) => `${processor}, ${delivery.toLowerCase()}`,
      width: 'minmax(9rem, 1fr)',
    },
    {
      key: 'detail',
      header: 'Details',
      value: ({ reason }) => reason,
      cell: payout => <NextStep payout={payout} />,
      width: 'minmax(14rem, 2fr)',
    },
    { key: 'settled', header: 'Settled', isOnlyInFile: true, value: ({ settledAt }) => settledAt },
    {
      key: 'return',
      header: 'Return',
      isControl: true,
      cell: payout => <ReturnButton payout={payout} />,
      width: '5rem',
    },
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
