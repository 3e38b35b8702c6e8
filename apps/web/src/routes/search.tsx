import type { Bounds } from '@dineward/core/merchants/distance.rules.ts'
import { usualPageSize } from '@dineward/core/search/search-page.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { type LoaderFunctionArgs, redirect, useLocation, useNavigation } from 'react-router'
import { appOf } from '../app-context.ts'
import { LazyFavoriteButton } from '../features/favorites/lazy-favorite-button.tsx'
import { useMember } from '../features/identity/member.queries.ts'
import { LazyMerchantMap } from '../features/map/lazy-map.tsx'
import {
  CompactMerchantCard,
  CompactMerchantList,
} from '../features/merchants/list/compact-merchant-list.tsx'
import { MerchantListSkeleton } from '../features/merchants/list/merchant-list-skeleton.tsx'
import { AppliedFilters } from '../features/search/filters/filter-bar.tsx'
import { SearchForm } from '../features/search/form/search-form.tsx'
import { ignoredParams } from '../features/search/ignored-params.ts'
import { SearchMapPane, useLinkedPins } from '../features/search/map/search-map-pane.tsx'
import { NoResults, SearchError } from '../features/search/results/search-messages.tsx'
import {
  countText,
  nearText,
  pageText,
  rewardsDiffer,
  SearchResults,
  SearchResultsSkeleton,
  searchTitle,
} from '../features/search/results/search-results.tsx'
import { SearchSaving } from '../features/search/saved/search-saving.tsx'
import { type SearchState, searchAddress } from '../features/search/search-address.ts'
import {
  type FoundMerchant,
  type FoundPage,
  primeSearch,
  searchPageQuery,
} from '../features/search/search-page.queries.ts'
import { readSearch, searchPlaceQuery } from '../features/search/search-place.queries.ts'
import { tableAsked } from '../features/search/table-asked.ts'
import { deferred } from '../lib/deferred/deferred.tsx'
import { useNear } from '../lib/deferred/use-near.ts'
import type { AskedTable } from '../lib/listed-merchant.ts'
import { useFocusRestore } from '../lib/use-focus-restore.ts'
import { useApp, useCopy } from '../partner/partner-context.tsx'
import { Notice } from '../ui/notice.tsx'
import { JsonLd } from '../ui/page/json-ld.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import styles from './search.module.css'

const SearchGuides = deferred(
  () => import('../features/content/guides/search-guides.tsx'),
  module => module.SearchGuides,
  { when: 'now' },
)

/** The page retries and reports failures. Words that mean filters become filters of the address. */
export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  const meant = await primeSearch(app, readSearch(app, new URL(args.request.url).searchParams))
  return meant === null ? null : redirect(meant)
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
  const pins = useLinkedPins()
  const [looked, mapView] = useLookedBounds()
  const near = nearText(copy, shown, place.data)
  const usual = place.data?.usual ?? null
  const table = tableAsked(shown, usual)
  const found = result.data?.totalResultSize ?? null
  const list = useFocusRestore<HTMLDivElement>(result.data ?? result.status)
  const page = shown.pageNo > 1 && result.data?.merchants.length ? pageText(copy, shown) : null
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
          table={tableAsked(asked, usual)}
          usual={usual}
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
              <Found
                result={result.data}
                state={shown}
                asked={asked}
                near={near}
                table={table}
                activeId={pins.activeId}
                onActive={pins.onActive}
              />
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
          <GuidesAtTheEnd merchants={result.data?.merchants ?? none} />
          <SearchSaving state={shown} title={searchTitle(copy, shown, near)} />
        </div>
        <SearchMapPane
          state={shown}
          place={place.data ?? null}
          merchants={result.data?.merchants ?? none}
          pins={pins}
          looked={looked}
          MerchantMap={LazyMerchantMap}
          renderCard={found => renderMapCard(found, table)}
        />
      </div>
    </div>
  )
}

interface FoundProps {
  readonly result: FoundPage
  readonly state: SearchState
  readonly asked: SearchState
  readonly near: string | null
  readonly table: ReturnType<typeof tableAsked>
}

function Found({
  table,
  activeId,
  onActive,
  ...page
}: FoundProps & Pick<ReturnType<typeof useLinkedPins>, 'activeId' | 'onActive'>) {
  const hasRewardOrder = rewardsDiffer(useApp().partner, useMember())
  return (
    <SearchResults {...page} hasRewardOrder={hasRewardOrder}>
      <CompactMerchantList
        merchants={page.result.merchants}
        eager={6}
        firstNumber={(page.state.pageNo - 1) * usualPageSize + 1}
        asked={table}
        activeId={activeId}
        onActive={onActive}
        FavoriteButton={LazyFavoriteButton}
      />
    </SearchResults>
  )
}

function GuidesAtTheEnd({ merchants }: { readonly merchants: readonly FoundMerchant[] }) {
  const [end, isNear] = useNear()
  return <div ref={end}>{isNear ? <SearchGuides merchantIds={merchants.map(({ id }) => id)} /> : null}</div>
}

/** The part of the map that was last looked at, which changes without rendering. */
function useLookedBounds() {
  const looked = useRef<Bounds | null>(null)
  return [looked, useCallback(() => looked.current, [])] as const
}

const none: readonly FoundMerchant[] = []

/** The card on the map has the facts of the list. */
function renderMapCard(merchant: FoundMerchant, asked: AskedTable | null) {
  return <CompactMerchantCard merchant={merchant} asked={asked} FavoriteButton={LazyFavoriteButton} />
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
