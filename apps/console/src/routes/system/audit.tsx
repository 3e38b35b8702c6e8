import type { AuditFilters, ListedAuditEntry } from '@dineward/core/console-system/audit.contract.ts'
import { auditActionName } from '@dineward/core/staff/audit-actions.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import {
  auditActionsQuery,
  auditFiltersOf,
  auditQuery,
  downloadAudit,
} from '../../features/system/audit.queries.ts'
import { AuditEntry } from '../../features/system/audit-entry.tsx'
import { column, programColumn, timeColumn } from '../../kit/list/columns.tsx'
import { choice, type List, type ListFilter, programFilter, search } from '../../kit/list/list.ts'
import { ListPage, useListFilters } from '../../kit/list/list-page.tsx'
import { usePagedRows } from '../../kit/list/rows.ts'
import { useFilter } from '../../lib/filters.ts'
import { Empty } from '../../ui/states.tsx'

const list: List<ListedAuditEntry> = {
  name: 'audit',
  label: 'Audit log',
  rowKey: ({ id }) => String(id),
  columns: [
    column('Action', ({ action }) => auditActionName(action)),
    timeColumn('When', ({ at }) => at, 'time'),
    column('About', ({ subject }) => subject),
    column('By', ({ actor, actorKind }) => actor || actorKind),
    programColumn('All'),
    column('Reason', ({ reason }) => reason),
  ],
  empty: <Empty title="No entries">Nothing matches these filters. Take one away to see more.</Empty>,
}

function useAuditFilters(): readonly ListFilter[] {
  const actions = useQuery(auditActionsQuery)
  const names = (actions.data ?? []).map(value => ({ value, label: auditActionName(value) }))
  return [
    search('About', 'An id, an email of staff, a setting', 'subject'),
    choice(
      'action',
      'Action',
      names.toSorted((a, b) => a.label.localeCompare(b.label)),
    ),
    search('By', 'An email of staff', 'actor'),
    programFilter('audit.read'),
    { kind: 'day', name: 'from', label: 'From' },
    { kind: 'day', name: 'to', label: 'To' },
  ]
}

export function Component() {
  const described = { ...list, filters: useAuditFilters() }
  const filters = auditFiltersOf(useListFilters<AuditFilters>(described))
  const entries = usePagedRows(auditQuery(filters), ({ items }) => items)
  const [params] = useSearchParams()
  const [open, setOpen] = useFilter('entry')
  const linkTo = ({ id }: ListedAuditEntry) => {
    const next = new URLSearchParams(params)
    next.set('entry', String(id))
    return `?${next}`
  }
  return (
    <ListPage
      of={{ ...described, rowLink: linkTo, download: () => downloadAudit(filters) }}
      rows={entries}
      title="Audit log"
      intro="What staff, operators and jobs changed. Entries are never changed or removed."
    >
      <AuditEntry entry={entries.rows?.find(({ id }) => String(id) === open)} onClose={() => setOpen(null)} />
    </ListPage>
  )
}
