import type { ListedAccrualFile, RejectedAccrual } from '@dineward/core/console-finance/accruals.contract.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ExchangeButtons } from '../../features/finance/exchange-buttons.tsx'
import { accrualsQuery } from '../../features/finance/finance.queries.ts'
import { useFilter } from '../../lib/filters.ts'
import { formatNumber, formatReward } from '../../lib/format.ts'
import { programOf, useStaff } from '../../lib/staff.ts'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { CsvButton } from '../../ui/table/csv-button.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { FilterBar, ProgramFilter } from '../../ui/table/filter-bar.tsx'
import { Time } from '../../ui/time.tsx'

export function Component() {
  const [partner] = useFilter('partner')
  const query = useInfiniteQuery(accrualsQuery(partner))
  const files = query.data?.pages.flatMap(page => page.files) ?? []
  const [fileColumns, rejectedColumns] = [useFileColumns(), useRejectedColumns()]
  return (
    <Page
      title="Accruals"
      intro="Points and miles that partners post to accounts of their own. A file that is sent again says the same; an answer that is read twice changes nothing."
    >
      <FilterBar list="accruals">
        <ProgramFilter permission="finance.read" />
      </FilterBar>
      <Loaded query={query}>
        {({ pages: [first] }) => (
          <>
            <ExchangeButtons programs={first?.settling ?? []} />
            {first && first.rejected.length > 0 && (
              <Section
                title={`Rejected rows (${first.rejected.length})`}
                intro="A row is sent again once the member has corrected the member number."
                actions={
                  <CsvButton
                    name="rejected-accruals"
                    header={rejectedHeader}
                    rows={first.rejected.map(csvOfRejected)}
                  />
                }
              >
                <DataTable
                  label="Rejected rows"
                  columns={rejectedColumns}
                  rows={first.rejected}
                  rowKey={({ fileId, postingId }) => `${fileId} ${postingId}`}
                  height="18rem"
                />
              </Section>
            )}
            <Section
              title="Files"
              actions={<CsvButton name="accrual-files" header={fileHeader} rows={files.map(csvOfFile)} />}
            >
              <DataTable
                label="Accrual files, the newest first"
                columns={fileColumns}
                rows={files}
                rowKey={({ partner: of, fileId }) => `${of} ${fileId}`}
                onEnd={() => query.hasNextPage && !query.isFetching && void query.fetchNextPage()}
                isLoadingMore={query.isFetchingNextPage}
                empty={
                  <Empty title="No files yet">
                    Files are written by schedule, or by “Send now”, for programs whose partner posts rewards.
                  </Empty>
                }
              />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  )
}

function stateOf({ sentAt, waiting, rejected }: ListedAccrualFile) {
  if (!sentAt) return <Status tone="bad">Not delivered</Status>
  if (waiting > 0) return <Status tone="wait">{formatNumber(waiting)} not answered</Status>
  if (rejected > 0) return <Status tone="warn">{formatNumber(rejected)} rejected</Status>
  return <Status tone="good">Confirmed</Status>
}

function useFileColumns(): readonly TableColumn<ListedAccrualFile>[] {
  const staff = useStaff()
  return useMemo(
    () => [
      { key: 'file', header: 'File', cell: ({ fileId }) => fileId, width: 'minmax(9rem, 1fr)' },
      {
        key: 'program',
        header: 'Program',
        cell: ({ partner }) => programOf(staff, partner)?.name ?? partner,
        isSecondary: true,
      },
      { key: 'state', header: 'State', cell: stateOf, width: '10rem' },
      { key: 'rows', header: 'Rows', cell: ({ rows }) => formatNumber(rows), isNumber: true, width: '5rem' },
      {
        key: 'units',
        header: 'Amount',
        cell: ({ partner, units }) => formatReward(programOf(staff, partner)!, units),
        isNumber: true,
        isSecondary: true,
      },
      {
        key: 'sent',
        header: 'Sent',
        cell: ({ sentAt }) => (sentAt ? <Time at={sentAt} /> : '—'),
        isSecondary: true,
        width: '12rem',
      },
    ],
    [staff],
  )
}

function useRejectedColumns(): readonly TableColumn<RejectedAccrual>[] {
  const staff = useStaff()
  return useMemo(
    () => [
      { key: 'member', header: 'Member', cell: ({ memberId }) => memberId, width: 'minmax(10rem, 2fr)' },
      { key: 'code', header: 'Partner’s reason', cell: ({ code }) => code?.replaceAll('_', ' ') ?? '—' },
      {
        key: 'units',
        header: 'Amount',
        cell: ({ partner, units }) => formatReward(programOf(staff, partner)!, units),
        isNumber: true,
      },
      { key: 'file', header: 'File', cell: ({ fileId }) => fileId, isSecondary: true },
      {
        key: 'answered',
        header: 'Answered',
        cell: ({ answeredAt }) => (answeredAt ? <Time at={answeredAt} /> : '—'),
        isSecondary: true,
        width: '12rem',
      },
    ],
    [staff],
  )
}

const fileHeader = ['file', 'partner', 'rows', 'units', 'confirmed', 'rejected', 'waiting', 'created', 'sent']
const csvOfFile = (one: ListedAccrualFile) => [
  one.fileId,
  one.partner,
  one.rows,
  one.units,
  one.confirmed,
  one.rejected,
  one.waiting,
  one.createdAt,
  one.sentAt ?? '',
]
const rejectedHeader = ['partner', 'file', 'posting', 'member', 'units', 'code', 'answered']
const csvOfRejected = (one: RejectedAccrual) => [
  one.partner,
  one.fileId,
  one.postingId,
  one.memberId,
  one.units,
  one.code ?? '',
  one.answeredAt ?? '',
]
