import type { ConsoleStaff } from '@dineward/core/console-session/console-session.contract.ts'
import type { ConsoleAdjustment } from '@dineward/core/console-support/adjustments.contract.ts'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  approveAdjustment,
  rejectAdjustment,
  waitingAdjustmentsQuery,
  withdrawAdjustment,
} from '../../features/support/support.queries.ts'
import type { RowAction } from '../../kit/action/action.ts'
import { column, programColumn, timeColumn } from '../../kit/list/columns.tsx'
import { type List, programFilter } from '../../kit/list/list.ts'
import { ListPage, useListFilters } from '../../kit/list/list-page.tsx'
import { wholeRows } from '../../kit/list/rows.ts'
import { formatReward } from '../../lib/format.ts'
import { may, programOf, useStaff } from '../../lib/staff.ts'
import { Empty } from '../../ui/states.tsx'

function sentenceOf(staff: ConsoleStaff, { partner, units }: ConsoleAdjustment): string {
  const program = programOf(staff, partner)
  const amount = program ? formatReward(program, Math.abs(units)) : String(Math.abs(units))
  return `${units < 0 ? 'Take' : 'Give'} ${amount}`
}

const nothingWaits = (
  <Empty title="No adjustment waits">
    They are asked for on a member’s page. Those above $50 or 5,000 points or miles come here.
  </Empty>
)

const listFor = (staff: ConsoleStaff): List<ConsoleAdjustment> => ({
  name: 'adjustments',
  label: 'Adjustments that wait, the oldest first',
  isTall: true,
  rowKey: ({ id }) => id,
  filters: [programFilter('members.read')],
  actions: actionsFor(staff),
  columns: [
    column('Amount', ({ units }) => units, { cell: one => sentenceOf(staff, one), width: '7.5rem' }),
    column('Member', ({ memberName }) => memberName, {
      cell: ({ memberId, memberName }) => (
        <Anchor component={Link} to={`/members/${memberId}`} fz="sm">
          {memberName}
        </Anchor>
      ),
    }),
    column('Reason', ({ reason }) => reason, { width: 'minmax(9rem, 3fr)' }),
    programColumn(),
    column('Asked by', ({ author }) => author, {
      cell: ({ isOwn, author }) => (isOwn ? 'You asked for it: another person has to decide.' : author),
      width: 'minmax(9rem, 1.5fr)',
    }),
    timeColumn('Asked', ({ createdAt }) => createdAt),
    column('About', ({ transactionId }) => transactionId, {
      cell: ({ transactionId }) =>
        transactionId && (
          <Anchor component={Link} to={`/transactions/${encodeURIComponent(transactionId)}`} fz="sm">
            A dine
          </Anchor>
        ),
      width: '4.5rem',
    }),
  ],
  empty: nothingWaits,
  noMatch: nothingWaits,
})

function actionsFor(staff: ConsoleStaff): RowAction<ConsoleAdjustment>[] {
  const common = {
    nameOf: (one: ConsoleAdjustment) => `${sentenceOf(staff, one).toLowerCase()}, ${one.memberName}`,
    refresh: ['support'],
    isForMany: true,
  }
  const mayDecide = ({ isOwn, partner }: ConsoleAdjustment) =>
    !isOwn && may(staff, 'adjustments.approve', partner)
  return [
    {
      ...common,
      label: 'Reject',
      title: 'Reject the adjustment',
      isFor: mayDecide,
      explanation: 'Nothing is posted. The audit log keeps the reason for who asked.',
      confirm: 'Reject',
      isDangerous: true,
      run: ({ id }, { reason }) => rejectAdjustment(id, reason).then(() => 'Rejected. Nothing was posted.'),
    },
    {
      ...common,
      label: 'Approve',
      title: 'Approve the adjustment',
      isFor: mayDecide,
      explanation: one =>
        `${sentenceOf(staff, one)} ${one.units < 0 ? 'from' : 'to'} ${one.memberName}: “${one.reason}”. It is posted at once, and the member sees it.`,
      confirm: one => sentenceOf(staff, one),
      needsReason: false,
      run: one => approveAdjustment(one.id).then(() => `Posted: ${sentenceOf(staff, one).toLowerCase()}.`),
    },
    {
      ...common,
      label: 'Withdraw',
      title: 'Withdraw the adjustment',
      isFor: ({ isOwn, partner }) => isOwn && may(staff, 'adjustments.post', partner),
      explanation:
        'It leaves the list, and nothing is posted. You can ask for another one on the member’s page.',
      confirm: 'Withdraw',
      run: ({ id }, { reason }) =>
        withdrawAdjustment(id, reason).then(() => 'Withdrawn. Nothing was posted.'),
    },
  ]
}

export function Component() {
  const list = listFor(useStaff())
  const { partner = '' } = useListFilters<{ partner?: string }>(list)
  const waiting = useQuery(waitingAdjustmentsQuery(partner))
  return (
    <ListPage
      of={list}
      rows={wholeRows(waiting, items => items)}
      title="Adjustments"
      intro="Above the limit, a second person decides. Who asked for one cannot."
    />
  )
}
