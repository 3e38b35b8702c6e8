import type { ConsoleStaff } from '@dineward/core/console-session/console-session.contract.ts'
import type { ConsoleClaim } from '@dineward/core/console-support/claims.contract.ts'
import { useLocation } from 'react-router'
import { useClaimFilters } from '../../features/support/claim-filters.ts'
import { ClaimKeysHint, useClaimKeys } from '../../features/support/claim-keys.tsx'
import { ClaimUrgency } from '../../features/support/claim-urgency.tsx'
import { assignClaim, type ClaimFilters, claimsQuery } from '../../features/support/support.queries.ts'
import { StateStatus } from '../../features/support/words.tsx'
import { centsColumn, column, fileColumn, programColumn } from '../../kit/list/columns.tsx'
import { choice, type List, programFilter } from '../../kit/list/list.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { usePagedRows } from '../../kit/list/rows.ts'
import { formatPlainDate } from '../../lib/format.ts'
import { may, useStaff } from '../../lib/staff.ts'
import { Empty } from '../../ui/states.tsx'

export function Component() {
  const staff = useStaff()
  const filters = useClaimFilters()
  const { search } = useLocation()
  const { first, ...rows } = usePagedRows(claimsQuery(filters), ({ items }) => items)
  useClaimKeys(focusRow)
  return (
    <ListPage
      of={listFor(staff, filters, search)}
      rows={rows}
      title="Claims"
      intro={first && `${first.openCount} to answer, ${first.overdueCount} of them overdue.`}
    >
      <ClaimKeysHint />
    </ListPage>
  )
}

/** Enter opens the claim that has the focus. */
function focusRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('main tbody a')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  links[at === -1 ? 0 : at + step]?.focus()
}

const listFor = (staff: ConsoleStaff, filters: ClaimFilters, search: string): List<ConsoleClaim> => {
  const isOpen = filters.state === 'open'
  const empty = <Empty title={emptyTitle(filters)}>Members report missing dines in their activity.</Empty>
  return {
    name: 'claims',
    label: isOpen ? 'Claims to answer, overdue first' : 'Answered claims, the newest first',
    rowKey: ({ partner, id }) => `${partner} ${id}`,
    rowLink: ({ id }) => `/claims/${id}${search}`,
    filters: [
      choice('state', 'Show', [{ value: 'answered', label: 'Answered' }], 'To answer'),
      choice('assignee', 'Taken by', [
        { value: 'me', label: 'Mine' },
        { value: 'none', label: 'Unassigned' },
      ]),
      programFilter('claims.read'),
    ],
    actions: [
      {
        label: 'Take',
        isFor: ({ assignee, decidedAt, partner }) =>
          assignee === null && decidedAt === null && may(staff, 'claims.decide', partner),
        nameOf: ({ merchantName, memberName }) => `the claim of ${memberName} about ${merchantName}`,
        explanation: 'Your name stands at it, so that no one else answers it too.',
        confirm: 'Take it',
        needsReason: false,
        isForMany: true,
        run: ({ id }) => assignClaim(id, { assignee: staff.email, before: null }),
        refresh: ['support', 'claims'],
      },
    ],
    columns: [
      column('Restaurant', ({ merchantName }) => merchantName),
      isOpen
        ? column<ConsoleClaim>('Promised', ({ nextBy }) => nextBy, {
            cell: claim => <ClaimUrgency claim={claim} />,
          })
        : column<ConsoleClaim>('Answer', ({ state }) => state, {
            cell: ({ state }) => <StateStatus state={state} />,
          }),
      centsColumn('Amount', ({ amountCents }) => amountCents),
      column('Member', ({ memberName }) => memberName),
      column('Taken by', ({ assignee }) => assignee?.name ?? null, {
        cell: ({ assignee }) => assignee?.name ?? '—',
      }),
      column('Dined', ({ dinedOn }) => dinedOn, {
        cell: ({ dinedOn }) => formatPlainDate(dinedOn),
      }),
      column('Receipt', ({ receiptType }) => (receiptType ? 'Yes' : '—')),
      fileColumn('Age in days', ({ ageDays }) => ageDays),
      fileColumn('Claim', ({ id }) => id),
      ...(staff.partners.length > 1 ? [programColumn<ConsoleClaim>()] : []),
    ],
    empty,
    noMatch: empty,
  }
}

function emptyTitle({ state, assignee }: ClaimFilters): string {
  if (assignee === 'me') return 'You have taken none'
  if (assignee === 'none') return 'Each one is taken'
  return state === 'open' ? 'No claim waits for an answer' : 'No claim was answered yet'
}
