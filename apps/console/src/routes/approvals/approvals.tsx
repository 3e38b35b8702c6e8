import type { Approval } from '@dineward/core/approvals/approvals.contract.ts'
import { controlledActions } from '@dineward/core/approvals/approvals.rules.ts'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { approvalStateWords } from '../../features/approvals/approval-words.ts'
import { type ApprovalFilters, approvalsQuery } from '../../features/approvals/approvals.queries.ts'
import { column, programColumn, statusColumn, timeColumn } from '../../kit/list/columns.tsx'
import { choice, choicesOf, type List } from '../../kit/list/list.ts'
import { ListPage, useListFilters } from '../../kit/list/list-page.tsx'
import { wholeRows } from '../../kit/list/rows.ts'
import { Empty } from '../../ui/states.tsx'

const nothing = (
  <Empty title="Nothing waits for a second person">
    What gives, sends, closes or promises more than one person may comes here. Who asked for it cannot approve
    it.
  </Empty>
)

const listFor = ({ state }: ApprovalFilters): List<Approval> => ({
  name: 'approvals',
  label: state ? 'Requests that were decided, the newest first' : 'Requests that wait, the oldest first',
  rowKey: ({ id }) => id,
  rowLink: ({ id }) => `/approvals/${id}`,
  filters: [
    choice('state', 'Show', [{ value: 'decided', label: 'Decided' }], 'Waiting'),
    choice('action', 'What', choicesOf(actionNames)),
    { kind: 'linked', name: 'partner' },
  ],
  columns: [
    column('Request', ({ title }) => title),
    programColumn('All programs'),
    column('Asked by', ({ askedBy }) => askedBy, {
      cell: ({ isOwn, askedBy }) => (isOwn ? 'You' : askedBy),
    }),
    timeColumn('Asked', ({ askedAt }) => askedAt),
    state
      ? statusColumn('State', one => one.state, approvalStateWords)
      : timeColumn('Expires', ({ expiresAt }) => expiresAt),
    column('Reason', ({ reason }) => reason),
  ],
  empty: nothing,
})

const actionNames = Object.fromEntries(
  Object.entries(controlledActions).map(([action, { name }]) => [action, name]),
)

export function Component() {
  const filters = useListFilters<ApprovalFilters>(listFor({}))
  const found = useQuery(approvalsQuery(filters))
  return (
    <ListPage
      of={listFor(filters)}
      rows={wholeRows(found, items => items)}
      title="Approvals"
      intro={
        <>
          Above a limit, a second person decides.{' '}
          <Anchor component={Link} to="/approvals/limits" underline="always">
            Limits
          </Anchor>
        </>
      }
    />
  )
}
