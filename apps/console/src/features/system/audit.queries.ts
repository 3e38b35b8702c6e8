import type { AuditFilters, getAudit, getAuditActions } from '@dineward/core/console-system/audit.contract.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { addressOf, api, download } from '../../lib/api.ts'

export const auditQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['audit', filters],
    queryFn: ({ pageParam, signal }) =>
      api<typeof getAudit>(
        'GET',
        '/api/Console/Audit',
        { query: { ...filters, ...(pageParam === null ? {} : { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })

export const auditActionsQuery = queryOptions({
  queryKey: ['audit-actions'],
  queryFn: async () => (await api<typeof getAuditActions>('GET', '/api/Console/Audit/Actions', {})).items,
})

export const downloadAudit = (filters: AuditFilters) =>
  download(addressOf('/api/Console/Audit/File', { query: filters }), 'audit.csv')

/** @param days are in the reader's time zone */
export function auditFiltersOf({ from, to, ...others }: AuditFilters): AuditFilters {
  const [start, end] = [startOf(from), startOf(to, 1)]
  return { ...others, ...(start ? { from: start } : {}), ...(end ? { to: end } : {}) }
}

function startOf(day: string | undefined, daysLater = 0): string | null {
  const [year, month, date] = (day ?? '').split('-').map(Number)
  if (!year || !month || !date) return null
  return new Date(year, month - 1, date + daysLater).toISOString()
}
