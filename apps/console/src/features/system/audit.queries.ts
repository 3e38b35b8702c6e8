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

/** Of the address, where days are in the reader's time zone. */
export function auditFiltersOf(params: URLSearchParams): AuditFilters {
  const text = (name: string) => {
    const value = params.get(name)
    return value ? { [name]: value } : {}
  }
  const from = startOf(params.get('from'))
  const to = startOf(params.get('to'), 1)
  return {
    ...text('partner'),
    ...text('actor'),
    ...text('action'),
    ...text('subject'),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  }
}

function startOf(day: string | null, daysLater = 0): string | null {
  const [year, month, date] = (day ?? '').split('-').map(Number)
  if (!year || !month || !date) return null
  return new Date(year, month - 1, date + daysLater).toISOString()
}
