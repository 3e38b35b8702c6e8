import type { ConsoleStaff } from '@dineward/core/console-session/console-session.contract.ts'
import { velocityRuleNames } from '@dineward/core/holds/evidence.rules.ts'
import type { ConsoleHold } from '@dineward/core/holds/holds.contract.ts'
import { useLocation } from 'react-router'
import {
  assignHold,
  decideHold,
  type HoldFilters,
  holdStates,
  holdsQuery,
} from '../../features/support/holds.queries.ts'
import type { RowAction } from '../../kit/action/action.ts'
import {
  centsColumn,
  column,
  fileColumn,
  programColumn,
  statusColumn,
  timeColumn,
} from '../../kit/list/columns.tsx'
import { choice, choicesOf, type List, programFilter } from '../../kit/list/list.ts'
import { ListPage, useListFilters } from '../../kit/list/list-page.tsx'
import { usePagedRows } from '../../kit/list/rows.ts'
import { may, useStaff } from '../../lib/staff.ts'
import { Empty } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'

const filters = [
  choice(
    'state',
    'Show',
    [
      { value: 'overdue', label: 'Overdue' },
      { value: 'answered', label: 'Answered' },
    ],
    'To answer',
  ),
  choice('rule', 'Why', choicesOf(velocityRuleNames)),
  choice('assignee', 'Taken by', [
    { value: 'me', label: 'Mine' },
    { value: 'none', label: 'Unassigned' },
  ]),
  programFilter('holds.read'),
]

export function Component() {
  const staff = useStaff()
  const { search } = useLocation()
  const asked = useListFilters<HoldFilters>({ filters })
  const { first, ...rows } = usePagedRows(holdsQuery(asked), ({ items }) => items)
  return (
    <ListPage
      of={listFor(staff, asked.state === 'answered', search)}
      rows={rows}
      title="Review of dines"
      intro={
        first &&
        `${first.openCount} wait, ${first.overdueCount} of them for more than five days. Nothing is refused by itself.`
      }
    />
  )
}

const listFor = (staff: ConsoleStaff, isAnswered: boolean, search: string): List<ConsoleHold> => ({
  name: 'holds',
  label: isAnswered ? 'Answered cases, the newest first' : 'Dines that wait, by the promised date',
  rowKey: ({ partner, id }) => `${partner} ${id}`,
  rowLink: ({ id }) => `/review/${id}${search}`,
  isTall: true,
  filters,
  actions: [takeFor(staff), releaseFor(staff)],
  columns: [
    column('Member', ({ memberName }) => memberName),
    column('Restaurant', ({ merchantName }) => merchantName),
    centsColumn('Bill', ({ amountCents }) => amountCents),
    column('Why', ({ rules }) => rules.map(rule => velocityRuleNames[rule]).join(', ') || '—'),
    isAnswered ? statusColumn('Answer', ({ state }) => state, holdStates) : promised,
    column('Taken by', ({ assignee }) => assignee?.name ?? null, {
      cell: ({ assignee }) => assignee?.name ?? '—',
    }),
    ...(isAnswered ? [timeColumn<ConsoleHold>('Answered', ({ decidedAt }) => decidedAt)] : []),
    fileColumn('Dined', ({ dinedAt }) => dinedAt),
    fileColumn('Age in days', ({ ageDays }) => ageDays),
    fileColumn('Transaction', ({ transactionId }) => transactionId),
    ...(staff.partners.length > 1 ? [programColumn<ConsoleHold>()] : []),
  ],
  empty: <Empty title="No dine waits">Unusual dines come here before their reward is posted.</Empty>,
})

const promised = column<ConsoleHold>('Age', ({ ageDays }) => ageDays, {
  cell: ({ ageDays, isOverdue }) => (
    <Status tone={isOverdue ? 'bad' : ageDays >= 4 ? 'warn' : 'quiet'}>
      {isOverdue ? `Overdue, ${ageDays} days` : `${ageDays} of 5 days`}
    </Status>
  ),
})

const isOpenFor =
  (staff: ConsoleStaff) =>
  ({ state, partner }: ConsoleHold): boolean =>
    state === 'open' && may(staff, 'holds.decide', partner)

const nameOf = ({ memberName, merchantName }: ConsoleHold) => `the dine of ${memberName} at ${merchantName}`

const takeFor = (staff: ConsoleStaff): RowAction<ConsoleHold> => ({
  label: 'Take',
  isFor: hold => hold.assignee === null && isOpenFor(staff)(hold),
  nameOf,
  explanation: 'Your name stands at it, so that no one else answers it too.',
  confirm: 'Take it',
  needsReason: false,
  isForMany: true,
  run: ({ id }) => assignHold(id, { assignee: staff.email, before: null }),
  refresh: ['holds'],
})

const releaseFor = (staff: ConsoleStaff): RowAction<ConsoleHold> => ({
  label: 'Release',
  isFor: isOpenFor(staff),
  nameOf,
  explanation:
    'The reward is posted at the date of the dine. Above what one person may give, a second one approves it.',
  confirm: 'Release it',
  isForMany: true,
  run: ({ id }, { reason }) => decideHold(id, 'release', reason),
  refresh: ['holds'],
})
