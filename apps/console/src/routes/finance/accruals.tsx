import type { ListedAccrualFile, RejectedAccrual } from '@dineward/core/console-finance/accruals.contract.ts'
import type { ConsoleStaff } from '@dineward/core/console-session/console-session.contract.ts'
import { postingsPage } from '../../features/finance/drill-down.queries.ts'
import { ExchangeButtons } from '../../features/finance/exchange-buttons.tsx'
import { accrualsQuery } from '../../features/finance/finance.queries.ts'
import { CellLink } from '../../features/finance/finance-links.tsx'
import { column, fileColumn, numberColumn, programColumn, timeColumn } from '../../kit/list/columns.tsx'
import { type List, programFilter } from '../../kit/list/list.ts'
import { ListPage, ListView, useListFilters } from '../../kit/list/list-page.tsx'
import { usePagedRows, wholeRows } from '../../kit/list/rows.ts'
import { formatNumber, formatReward } from '../../lib/format.ts'
import { programOf, useStaff } from '../../lib/staff.ts'
import { Section } from '../../ui/page/section.tsx'
import { Empty } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'

const unitsColumn = <T extends { readonly partner: string; readonly units: number }>(staff: ConsoleStaff) =>
  numberColumn<T>(
    'Amount',
    ({ units }) => units,
    (units, { partner }) => formatReward(programOf(staff, partner)!, units),
  )

const filesFor = (staff: ConsoleStaff): List<ListedAccrualFile> => ({
  name: 'accrual-files',
  label: 'Accrual files, the newest first',
  rowKey: ({ partner, fileId }) => `${partner} ${fileId}`,
  filters: [programFilter('finance.read')],
  columns: [
    column('File', ({ fileId }) => fileId, {
      cell: ({ partner, fileId }) => (
        <CellLink to={postingsPage({ partner, account: 'member_rewards', file: fileId })}>{fileId}</CellLink>
      ),
    }),
    programColumn(),
    { key: 'state', header: 'State', cell: stateOf },
    numberColumn('Rows', ({ rows }) => rows),
    unitsColumn(staff),
    fileColumn('Confirmed', ({ confirmed }) => confirmed),
    fileColumn('Rejected', ({ rejected }) => rejected),
    fileColumn('Not answered', ({ waiting }) => waiting),
    fileColumn('Written', ({ createdAt }) => createdAt),
    timeColumn('Sent', ({ sentAt }) => sentAt, 'time'),
  ],
  empty: (
    <Empty title="No files yet">
      Files are written by schedule, or by “Send now”, for programs whose partner posts rewards.
    </Empty>
  ),
})

const rejectedFor = (staff: ConsoleStaff): List<RejectedAccrual> => ({
  name: 'rejected-accruals',
  label: 'Rejected rows',
  rowKey: ({ fileId, postingId }) => `${fileId} ${postingId}`,
  columns: [
    column('Member', ({ memberId }) => memberId),
    fileColumn('Program', ({ partner }) => partner),
    column('Partner’s reason', ({ code }) => code?.replaceAll('_', ' ') ?? '—'),
    unitsColumn(staff),
    column('File', ({ fileId }) => fileId),
    fileColumn('Posting', ({ postingId }) => postingId),
    timeColumn('Answered', ({ answeredAt }) => answeredAt, 'time'),
  ],
  empty: null,
})

export function Component() {
  const staff = useStaff()
  const list = filesFor(staff)
  const { partner = '' } = useListFilters<{ partner?: string }>(list)
  const files = usePagedRows(accrualsQuery(partner), page => page.files)
  const { settling = [], rejected = [] } = files.first ?? {}
  return (
    <ListPage
      of={list}
      rows={files}
      title="Accruals"
      intro="Points and miles that partners post to accounts of their own. A file that is sent again says the same; an answer that is read twice changes nothing."
    >
      <ExchangeButtons programs={settling} />
      {rejected.length > 0 && (
        <Section
          title={`Rejected rows (${rejected.length})`}
          intro="A row is sent again once the member has corrected the member number."
        >
          <ListView
            of={rejectedFor(staff)}
            rows={wholeRows({ data: rejected, error: null, refetch: files.retry }, rows => rows)}
            height="18rem"
          />
        </Section>
      )}
    </ListPage>
  )
}

function stateOf({ sentAt, waiting, rejected }: ListedAccrualFile) {
  if (!sentAt) return <Status tone="bad">Not delivered</Status>
  if (waiting > 0) return <Status tone="wait">{formatNumber(waiting)} not answered</Status>
  if (rejected > 0) return <Status tone="warn">{formatNumber(rejected)} rejected</Status>
  return <Status tone="good">Confirmed</Status>
}
