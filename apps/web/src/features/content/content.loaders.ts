import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { data } from 'react-router'
import type { AppContext } from '../../app-context.ts'

/** Content that fails to load is left out (shell §4 Content loading): undefined, never an error. */
export function loadContent<T, K extends QueryKey>(
  { queryClient }: AppContext,
  query: UseQueryOptions<T, Error, T, K>,
): Promise<T | undefined> {
  return queryClient.ensureQueryData(query as never).catch(() => undefined) as Promise<T | undefined>
}

/** For addresses that only content can fill. @throws 404 without an entry. */
export function assertEntry(entry: unknown): void {
  if (entry === null) throw data(null, { status: 404 })
}

/** The path as content entries write it: without a trailing slash. */
export function contentPathOf(pathname: string): string {
  return pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
}
