import type { Member } from '@dineward/core/members/members.contract.ts'
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { data, isRouteErrorResponse, useRouteError } from 'react-router'
import type { AppContext } from '../../app-context.ts'
import type { RenderCarousel } from '../../features/content/content-blocks.tsx'
import { LazyFavoriteButton } from '../../features/favorites/lazy-favorite-button.tsx'
import { NotFoundMessage } from '../../features/layout/not-found-message.tsx'
import { ServerError } from '../../features/layout/server-error.tsx'
import { memberQuery } from '../../features/members/members.queries.ts'
import { MerchantRow } from '../../features/merchants/merchant-row.tsx'
import { MerchantCarousel } from '../../features/search/merchant-carousel.tsx'
import { useApp } from '../../partner/partner-context.tsx'

/** What the routes of content pages share: who looks, and what other features put into a page. */

export function useDiner(): Member | null {
  const { data: member = null } = useQuery(memberQuery(useApp()))
  return member
}

export const renderCarousel: RenderCarousel = ({ search_string, headline, body }) => (
  <MerchantCarousel searchString={search_string}>
    {row => <MerchantRow {...row} headline={headline} body={body} FavoriteButton={LazyFavoriteButton} />}
  </MerchantCarousel>
)

/** Content that cannot be had leaves its place empty (shell §4 Content loading): undefined, never a failure. */
export function loadContent<T, K extends QueryKey>(
  { queryClient }: AppContext,
  query: UseQueryOptions<T, Error, T, K>,
): Promise<T | undefined> {
  return queryClient.ensureQueryData(query as never).catch(() => undefined) as Promise<T | undefined>
}

/** For addresses that only content can fill: without an entry there is no page. */
export function requireEntry(entry: unknown): void {
  if (entry === null) throw data(null, { status: 404 })
}

/** The path as content names it. */
export function contentPathOf(pathname: string): string {
  return pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
}

export function ContentErrorBoundary() {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : (error as { status?: number } | null)?.status
  return status === 404 ? <NotFoundMessage /> : <ServerError error={error} />
}
