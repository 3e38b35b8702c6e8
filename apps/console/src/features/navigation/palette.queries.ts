import type { getConsoleRestaurants } from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import type { postConsoleMemberSearch } from '@dineward/core/console-support/members.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Shorter words find half of the program. */
const minLength = 3

/** Members and transactions of what is typed, in all of one's programs. */
export const foundQuery = (typed: string, maySearch: boolean) =>
  queryOptions({
    queryKey: ['support', 'palette', typed],
    queryFn: ({ signal }) =>
      api<typeof postConsoleMemberSearch>(
        'POST',
        '/api/Console/Members/Search',
        { body: { query: typed } },
        { signal },
      ),
    enabled: maySearch && typed.length >= minLength,
    retry: false,
  })

export const restaurantsQuery = (typed: string, maySearch: boolean) =>
  queryOptions({
    queryKey: ['restaurants', 'palette', typed],
    queryFn: ({ signal }) =>
      api<typeof getConsoleRestaurants>(
        'GET',
        '/api/Console/Restaurants',
        { query: { query: typed } },
        { signal },
      ),
    enabled: maySearch && typed.length >= minLength,
    retry: false,
  })
