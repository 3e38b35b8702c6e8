import type { ListedAuditEntry } from '@dineward/core/console-system/audit.contract.ts'
import { auditActionName } from '@dineward/core/staff/audit-actions.ts'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import {
  auditActionsQuery,
  auditFiltersOf,
  auditQuery,
  downloadAudit,
} from '../../features/system/audit.queries.ts'
import { AuditEntry } from '../../features/system/audit-entry.tsx'
import { DayFilter } from '../../features/system/day-filter.tsx'
import { useFilter } from '../../lib/filters.ts'
import { toastProblem } from '../../ui/dialog/toast.ts'
import { Page } from '../../ui/page/page.tsx'
import { ProgramName } from '../../ui/program-name.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { FilterBar, ProgramFilter, SearchFilter, SelectFilter } from '../../ui/table/filter-bar.tsx'
import { Time } from '../../ui/time.tsx'

const columns: readonly TableColumn<ListedAuditEntry>[] = [
  {
    key: 'action',
    header: 'Action',
    width: 'minmax(9.5rem, 1.8fr)',
    cell: ({ action }) => auditActionName(action),
  },
  { key: 'at', header: 'When', width: '10.25rem', cell: ({ at }) => <Time at={at} /> },
  {
    key: 'subject',
    header: 'About',
    width: 'minmax(8rem, 1.3fr)',
    isSecondary: true,
    cell: ({ subject }) => subject,
  },
  {
    key: 'actor',
    header: 'By',
    width: 'minmax(8rem, 1.8fr)',
    isSecondary: true,
    cell: ({ actor, actorKind }) => actor || actorKind,
  },
  {
    key: 'partner',
    header: 'Program',
    width: 'minmax(6rem, 0.9fr)',
    isSecondary: true,
    cell: ({ partner }) => (partner === null ? 'All' : <ProgramName slug={partner} />),
  },
  {
    key: 'reason',
    header: 'Reason',
    width: 'minmax(7rem, 1.2fr)',
    isSecondary: true,
    cell: ({ reason }) => reason ?? '',
  },
]

export function Component() {
  const [params] = useSearchParams()
  const filters = auditFiltersOf(params)
  const audit = useInfiniteQuery(auditQuery(filters))
  const actions = useQuery(auditActionsQuery)
  const [open, setOpen] = useFilter('entry')
  const linkTo = ({ id }: ListedAuditEntry) => {
    const next = new URLSearchParams(params)
    next.set('entry', String(id))
    return `?${next}`
  }
  return (
    <Page
      title="Audit log"
      intro="What staff, operators and jobs changed. Entries are never changed or removed."
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => downloadAudit(filters).catch(toastProblem)}
        >
          CSV
        </Button>
      }
    >
      <FilterBar list="audit">
        <SearchFilter name="subject" label="About" placeholder="An id, an email of staff, a setting" />
        <SelectFilter
          name="action"
          label="Action"
          options={(actions.data ?? [])
            .map(value => ({ value, label: auditActionName(value) }))
            .toSorted((a, b) => a.label.localeCompare(b.label))}
        />
        <SearchFilter name="actor" label="By" placeholder="An email of staff" />
        <ProgramFilter permission="audit.read" />
        <DayFilter name="from" label="From" />
        <DayFilter name="to" label="To" />
      </FilterBar>
      <Loaded query={audit}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items)
          return (
            <>
              <DataTable
                label="Audit log"
                columns={columns}
                rows={rows}
                rowKey={({ id }) => String(id)}
                rowLink={linkTo}
                onEnd={() => {
                  if (audit.hasNextPage && !audit.isFetchingNextPage) void audit.fetchNextPage()
                }}
                isLoadingMore={audit.isFetchingNextPage}
                empty={
                  <Empty title="No entries">Nothing matches these filters. Take one away to see more.</Empty>
                }
              />
              <AuditEntry entry={rows.find(({ id }) => String(id) === open)} onClose={() => setOpen(null)} />
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}
