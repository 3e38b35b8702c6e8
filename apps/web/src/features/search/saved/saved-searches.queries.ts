import type * as contract from '@dineward/core/search/saved-searches.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../../app-context.ts'

export type SavedSearch = contract.SavedSearch

export function savedSearchesQuery({ api }: AppContext) {
  return queryOptions({
    queryKey: ['saved-searches'],
    queryFn: async () =>
      (await api.call<typeof contract.getSavedSearches>('GET', '/api/Member/Searches', {})).items,
  })
}

export async function saveSearch(app: AppContext, body: Omit<SavedSearch, 'id'>): Promise<void> {
  await app.api.call<typeof contract.saveSearch>('POST', '/api/Member/Searches', { body })
  await refresh(app)
}

export async function removeSearch(app: AppContext, { id }: SavedSearch): Promise<void> {
  await app.api.call<typeof contract.deleteSavedSearch>('DELETE', '/api/Member/Searches', { query: { id } })
  await refresh(app)
}

export const savedSearchPath = ({ query }: SavedSearch) => `/search?${query}`

const refresh = ({ queryClient }: AppContext) =>
  queryClient.invalidateQueries({ queryKey: ['saved-searches'] })
