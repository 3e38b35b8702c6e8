import type { ActivityFilters } from '@dineward/core/activity/activity-filters.ts'

export const activityPath = '/account/recent_activity'
const maxPage = 1_000_000_000

/** What the address of the list says. Wrong values are sent on: the server names what is wrong with them. */
export interface ActivityState {
  readonly pageNo: number
  readonly filters: ActivityFilters
  readonly showsFilters: boolean
}

export const noFilters: ActivityFilters = {}

export function readActivity(query: URLSearchParams): ActivityState {
  const page = Number(query.get('pageNo'))
  const texts = {
    from: query.get('from'),
    to: query.get('to'),
    cardId: query.get('cardId'),
    merchantId: query.get('merchantId'),
    merchantName: query.get('merchantName')?.trim(),
  }
  // A state of the form has several statuses, in one field.
  const status = query.getAll('status').flatMap(text => text.split(',').filter(Boolean))
  const filters = {
    // A form sends its empty fields, too.
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text)),
    ...(status.length > 0 ? { status: status as NonNullable<ActivityFilters['status']> } : {}),
  }
  return {
    pageNo: Number.isSafeInteger(page) && page > 0 ? Math.min(page, maxPage) : 1,
    filters,
    showsFilters: query.get('filters') === 'all' || hasFilters(filters),
  }
}

export const hasFilters = (filters: ActivityFilters): boolean => Object.keys(filters).length > 0

export function activityAddress({
  filters,
  pageNo = 1,
}: Partial<Omit<ActivityState, 'showsFilters'>>): string {
  const query = searchOf(filters ?? noFilters)
  if (pageNo > 1) query.set('pageNo', String(pageNo))
  return query.size > 0 ? `${activityPath}?${query}` : activityPath
}

/** The same rows come as a file for spreadsheets. */
export function activityFileAddress(filters: ActivityFilters): string {
  const query = searchOf(filters)
  return `/api/Member/Transactions.csv${query.size > 0 ? `?${query}` : ''}`
}

function searchOf({ status = [], ...texts }: ActivityFilters): URLSearchParams {
  const query = new URLSearchParams(
    Object.entries(texts).filter((pair): pair is [string, string] => !!pair[1]),
  )
  for (const one of status) query.append('status', one)
  return query
}
