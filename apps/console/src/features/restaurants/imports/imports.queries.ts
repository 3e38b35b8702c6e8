import type {
  getRestaurantImport,
  getRestaurantImportColumns,
  getRestaurantImportRows,
  getRestaurantImports,
  ImportRow,
  ImportRun,
} from '@dineward/core/console-restaurants/restaurant-imports.contract.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

export const isRunning = ({ state }: ImportRun): boolean => ['reading', 'applying', 'undoing'].includes(state)
const pollMs = 1_500

export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: async () =>
    (await api<typeof getRestaurantImports>('GET', '/api/Console/RestaurantImports', {})).runs,
})

/** Asks again while it runs; that does not keep the session open. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', id],
    queryFn: async () =>
      (
        await api<typeof getRestaurantImport>(
          'GET',
          '/api/Console/RestaurantImports/:id',
          { params: { id } },
          { background: true },
        )
      ).run,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? pollMs : false),
  })

export const importColumnsQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', id, 'columns'],
    queryFn: () =>
      api<typeof getRestaurantImportColumns>('GET', '/api/Console/RestaurantImports/:id/Columns', {
        params: { id },
      }),
  })

/** @param isRead there are more rows until then */
export const importRowsQuery = (
  id: string,
  outcome: ImportRow['outcome'] | 'kept' | undefined,
  isRead: boolean,
) =>
  infiniteQueryOptions({
    queryKey: ['imports', id, 'rows', outcome ?? '', isRead],
    queryFn: ({ pageParam }) =>
      api<typeof getRestaurantImportRows>('GET', '/api/Console/RestaurantImports/:id/Rows', {
        params: { id },
        query: { outcome, after: pageParam },
      }),
    initialPageParam: 0,
    getNextPageParam: page => page.next,
  })
