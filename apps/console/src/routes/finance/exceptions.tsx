import type { FinanceException } from '@dineward/core/console-finance/exceptions.contract.ts'
import type { ConsoleStaff } from '@dineward/core/console-session/console-session.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { exceptionWords } from '../../features/finance/exception-words.ts'
import { exceptionsQuery } from '../../features/finance/finance.queries.ts'
import { CellLink } from '../../features/finance/finance-links.tsx'
import { LedgerCheck } from '../../features/finance/ledger-check.tsx'
import { column, numberColumn, timeColumn } from '../../kit/list/columns.tsx'
import { type List, programFilter } from '../../kit/list/list.ts'
import { ListView, useListFilters } from '../../kit/list/list-page.tsx'
import { wholeRows } from '../../kit/list/rows.ts'
import { addressOf } from '../../lib/api.ts'
import { may, programOf, useStaff } from '../../lib/staff.ts'
import { Page } from '../../ui/page/page.tsx'
import { Empty } from '../../ui/states.tsx'

const exceptionsFor = (staff: ConsoleStaff): List<FinanceException> => ({
  name: 'exceptions',
  label: 'Exceptions, the oldest first',
  rowKey: ({ kind, partner }) => `${kind} ${partner}`,
  isTall: true,
  filters: [programFilter('finance.read')],
  columns: [
    column('What', ({ kind }) => exceptionWords[kind].label, {
      cell: row => (
        <CellLink to={pageOf(staff, row)} style={{ whiteSpace: 'normal' }}>
          {exceptionWords[row.kind].label}
        </CellLink>
      ),
    }),
    numberColumn('Count', ({ count }) => count),
    column('Program', ({ kind, partner }) =>
      partner === null
        ? (exceptionWords[kind].ofNoProgram ?? 'None yet')
        : (programOf(staff, partner)?.name ?? partner),
    ),
    timeColumn('Since', ({ oldestAt }) => oldestAt),
    column('What to do', ({ kind }) => exceptionWords[kind].action),
  ],
  empty: (
    <Empty title="Nothing waits">Files are answered, payouts are on their way, and no event is parked.</Empty>
  ),
})

/** Where it is settled; null where one may not open that page. */
function pageOf(staff: ConsoleStaff, { kind, partner }: FinanceException): string | null {
  const { to, needs } = exceptionWords[kind]
  const [path = '', search] = to.split('?')
  const query = { ...Object.fromEntries(new URLSearchParams(search)), partner: partner ?? undefined }
  return may(staff, needs) ? addressOf(path, { query }) : null
}

export function Component() {
  const list = exceptionsFor(useStaff())
  const { partner = '' } = useListFilters<{ partner?: string }>(list)
  const rows = wholeRows(useQuery(exceptionsQuery(partner)), items => items)
  return (
    <Page title="Exceptions" intro="Everything about money that needs attention, oldest first.">
      <ListView of={list} rows={rows} />
      <LedgerCheck partner={partner} />
    </Page>
  )
}
