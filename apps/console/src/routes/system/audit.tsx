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
import { type List, type ListFilter, programFilter } from '../../kit/list/list.ts'
import { ListPage, useListFilters } from '../../kit/list/list-page.tsx'
import { usePagedRows } from '../../kit/list/rows.ts'
import { useFilter } from '../../lib/filters.ts'
import { ProgramName } from '../../ui/program-name.tsx'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'

const list: List<ListedAuditEntry> = {
  name: 'audit',
  label: 'Audit log',
  rowKey: ({ id }) => String(id),
  columns: [
    {
      key: 'action',
      header: 'Action',
      width: 'minmax(9.5rem, 1.8fr)',
      cell: ({ action }) => auditActionName(action),
    },
    { key: 'at', header: 'When', width: '10.25rem', cell: ({ at }) => <Time at={at} /> },
    { key: 'subject', header: 'About', width: 'minmax(8rem, 1.3fr)', cell: ({ subject }) => subject },
    {
      key: 'actor',
      header: 'By',
      width: 'minmax(8rem, 1.8fr)',
      cell: ({ actor, actorKind }) => actor || actorKind,
    },
    {
      key: 'partner',
      header: 'Program',
      width: 'minmax(6rem, 0.9fr)',
      cell: ({ partner }) => (partner === null ? 'All' : <ProgramName slug={partner} />),
    },
    { key: 'reason', header: 'Reason', width: 'minmax(7rem, 1.2fr)', cell: ({ reason }) => reason },
  ],
  empty: <Empty title="No entries">Nothing matches these filters. Take one away to see more.</Empty>,
}

function useAuditFilters(): readonly ListFilter[] {
  const actions = useQuery(auditActionsQuery)
  return [
    {
      kind: 'search',
      name: 'subject',
      label: 'About',
      placeholder: 'An id, an email of staff, a setting',
    },
    {
      kind: 'choice',
      name: 'action',
      label: 'Action',
      choices: (actions.data ?? [])
        .map(value => ({ value, label: auditActionName(value) }))
        .toSorted((a, b) => a.label.localeCompare(b.label)),
    },
    { kind: 'search', name: 'actor', label: 'By', placeholder: 'An email of staff' },
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
