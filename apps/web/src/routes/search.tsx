import type { Bounds } from '@dineward/core/merchants/distance.rules.ts'
import type { MapPlace } from '@dineward/core/search/search.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLocation, useNavigation } from 'react-router'
import { appOf } from '../app-context.ts'
import { LazyFavoriteButton } from '../features/favorites/lazy-favorite-button.tsx'
import { LazyMerchantMap } from '../features/map/lazy-map.tsx'
import { CompactMerchantCard } from '../features/merchants/list/compact-merchant-card.tsx'
import { MapCard } from '../features/merchants/list/map-card.tsx'
import { MerchantList } from '../features/merchants/list/merchant-list.tsx'
import { MerchantListSkeleton } from '../features/merchants/list/merchant-list-skeleton.tsx'
import { AppliedFilters } from '../features/search/filters/filter-bar.tsx'
import { SearchForm } from '../features/search/form/search-form.tsx'
import { ignoredParams } from '../features/search/ignored-params.ts'
import { SearchMapPane } from '../features/search/map/search-map-pane.tsx'
import { NoResults, SearchError } from '../features/search/results/search-messages.tsx'
import {
  countText,
  nearText,
  pageText,
  SearchResults,
  SearchResultsSkeleton,
  searchTitle,
} from '../features/search/results/search-results.tsx'
import { type SearchState, searchAddress } from '../features/search/search-address.ts'
import { primeSearch, searchPageQuery } from '../features/search/search-page.queries.ts'
import { readSearch, searchPlaceQuery } from '../features/search/search-place.queries.ts'
import { useFocusRestore } from '../lib/use-focus-restore.ts'
import { useApp, useCopy } from '../partner/partner-context.tsx'
import { Notice } from '../ui/notice.tsx'
import { JsonLd } from '../ui/page/json-ld.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import styles from './search.module.css'

/** The page retries and reports failures. */
export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  await primeSearch(app, readSearch(app, new URL(args.request.url).searchParams))
  return null
}

/** Search engines read the restaurants of the page in their order. */
function listOf(origin: string, merchants: readonly { readonly id: string }[]) {
  return {
    '@type': 'ItemList',
    itemListElement: merchants.map(({ id }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: `${origin}/merchants/${encodeURIComponent(id)}`,
    })),
  }
}

export function Component() {
  const copy = useCopy()
  const { origin } = useApp()
  const { shown, asked } = useSearchState()
  const { place, result } = useSearch(shown)
  const [activeId, setActiveId] = useState<string | null>(null)
  const looked = useRef<Bounds | null>(null)
  const mapView = useCallback(() => looked.current, [])
  const near = nearText(copy, shown, place.data)
  const found = result.data?.totalResultSize ?? null
  const list = useFocusRestore<HTMLDivElement>(result.data ?? result.status)
  const isLaterPage = shown.pageNo > 1 && (result.data?.merchants.length ?? 0) > 0
  const page = isLaterPage ? pageText(copy, shown) : null
  return (
    <div className={styles.search} data-view={shown.view}>
      <PageHead title={[searchTitle(copy, shown, near), page].filter(Boolean).join(' · ')} />
      {result.data && result.data.merchants.length > 0 ? (
        <JsonLd about={searchAddress(shown)} describe={() => [listOf(origin, result.data.merchants)]} />
      ) : null}
      <h1 className="visually-hidden">{copy('search.title')}</h1>
      <p className="visually-hidden" role="status">
        {found === null || asked !== shown ? '' : `${countText(copy, found)} ${near ?? ''} ${page ?? ''}`}
      </p>
      <div className={styles.form}>
        <SearchForm
          state={asked}
          summary={
            shown.view === 'map' && found !== null
              ? [countText(copy, found), near].filter(Boolean).join(' ')
              : searchTitle(copy, shown, near)
          }
          locationUnknown={asked === shown && place.data?.unknown === true}
          found={found}
          facets={result.data?.facets ?? null}
          mapView={mapView}
        />
      </div>
      <div className={styles.body}>
        <div ref={list} className={styles.list} tabIndex={-1}>
          <IgnoredParams state={shown} />
          <AppliedFilters state={asked} />
          {result.data && place.data ? (
            result.data.totalResultSize === 0 ? (
              <NoResults state={shown} place={place.data} />
            ) : (
              <SearchResults result={result.data} state={shown} asked={asked} near={near}>
                <MerchantList
                  merchants={result.data.merchants}
                  CompactCard={CompactMerchantCard}
                  eager={6}
                  activeId={activeId}
                  onActive={setActiveId}
                  FavoriteButton={LazyFavoriteButton}
                />
              </SearchResults>
            )
          ) : place.isError || result.isError ? (
            <SearchError
              busy={place.isFetching || result.isFetching}
              onRetry={() => void (place.isError ? place : result).refetch()}
            />
          ) : (
            <div role="status" aria-label={copy('search.loading')}>
              <SearchResultsSkeleton>
                <MerchantListSkeleton compact />
              </SearchResultsSkeleton>
            </div>
          )}
        </div>
        <SearchMapPane
          state={shown}
          place={place.data ?? null}
          activeId={activeId}
          onActive={setActiveId}
          looked={looked}
          MerchantMap={LazyMerchantMap}
          renderCard={renderMapCard}
        />
      </div>
    </div>
  )
}

function renderMapCard(place: MapPlace) {
  return <MapCard place={place} />
}

/** Addresses may be invalid or truncated. */
function IgnoredParams({ state }: { readonly state: SearchState }) {
  const copy = useCopy()
  const ignored = ignoredParams(new URLSearchParams(useLocation().search), state)
  if (ignored.length === 0) return null
  return (
    <Notice kind="plain" role="status">
      {ignored.map(part => (
        <p key={part}>{copy(`search.leftOut.${part}`)}</p>
      ))}
    </Notice>
  )
}

/** The search on screen, and the latest one, which the form shows at once. */
function useSearchState(): { shown: SearchState; asked: SearchState } {
  const app = useApp()
  const shown = useSearchOf(useLocation().search)
  const { state, location } = useNavigation()
  const isBusy = state === 'loading' && location.pathname === '/search'
  const next = isBusy ? readSearch(app, new URLSearchParams(location.search)) : shown
  return { shown, asked: searchAddress(next) === searchAddress(shown) ? shown : next }
}

/** It gives a stable object for the same address. */
function useSearchOf(search: string): SearchState {
  const app = useApp()
  const [read, setRead] = useState(() => ({ search, state: readSearch(app, new URLSearchParams(search)) }))
  if (read.search === search) return read.state
  const state = readSearch(app, new URLSearchParams(search))
  setRead({ search, state })
  return state
}

function useSearch(state: SearchState) {
  const app = useApp()
  const place = useQuery(searchPlaceQuery(app, state))
  const found = place.data ?? { latitude: 0, longitude: 0, label: null, unknown: false }
  const result = useQuery({ ...searchPageQuery(app, state, found), enabled: place.data !== undefined })
  return { place, result }
}
