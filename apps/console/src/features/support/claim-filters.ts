import { useFilter } from '../../lib/filters.ts'
import type { ClaimFilters } from './support.queries.ts'

/** Of the list of claims, from the address; a claim that was opened from it keeps them. */
export function useClaimFilters(): ClaimFilters {
  const [state] = useFilter('state')
  const [partner] = useFilter('partner')
  const [assignee] = useFilter('assignee')
  return {
    state: state === 'answered' ? 'answered' : 'open',
    partner,
    assignee: assignee === 'me' || assignee === 'none' ? assignee : undefined,
  }
}
