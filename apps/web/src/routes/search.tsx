import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useLocation, useNavigation } from 'react-router'
import { appOf } from '../app-context.ts'
import { MerchantListSkeleton } from '../features/merchants/merchant-list.tsx'
import { merchantSearchQuery } from '../features/merchants/merchants.queries.ts'
import { type SearchState, searchStateOf } from '../features/merchants/search-address.ts'
import { SearchError } from '../features/merchants/search-error.tsx'
import { SearchForm } from '../features/merchants/search-form.tsx'
import { searchPlaceQuery, searchRequestOf } from '../features/merchants/search-place.queries.ts'
import { SearchResults } from '../features/merchants/search-results.tsx'
import { useApp, useCopy } from '../partner/partner-context.tsx'
import { PageHead } from '../ui/page-head.tsx'
import styles from './search.module.css'

/** Whatever cannot be fetched here is asked for again by the page, which has words for it. */
export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  const { queryClient } = app
  const state = searchStateOf(new URL(args.request.url).searchParams)
  const place = await queryClient.ensureQueryData(searchPlaceQuery(app, state)).catch(() => null)
  if (place) await queryClient.prefetchQuery(merchantSearchQuery(app, searchRequestOf(state, place)))
  return null
}

export function Component() {
  const copy = useCopy()
  const shown = searchStateOf(new URLSearchParams(useLocation().search))
  const { asked, busy } = useAskedFor(shown)
  const { place, result } = useSearch(shown)
  return (
    <div className={`width-content ${styles.search}`}>
      <PageHead title={copy('search.documentTitle')} />
      <h1 className={styles.title}>{copy('search.title')}</h1>
      <SearchForm
        state={asked}
        locationUnknown={!busy && place.data?.unknown === true}
        found={result.data?.totalResultSize ?? null}
      />
      {result.data && place.data ? (
        <SearchResults result={result.data} state={shown} placeLabel={place.data.label} busy={busy} />
      ) : place.isError || result.isError ? (
        <SearchError
          busy={place.isFetching || result.isFetching}
          onRetry={() => void (place.isError ? place : result).refetch()}
        />
      ) : (
        <div role="status" aria-label={copy('search.loading')}>
          <MerchantListSkeleton />
        </div>
      )}
    </div>
  )
}

/** The form shows what was asked for at once, while the answer is on its way. */
function useAskedFor(shown: SearchState) {
  const { state, location } = useNavigation()
  const busy = state === 'loading' && location.pathname === '/search'
  return { busy, asked: busy ? searchStateOf(new URLSearchParams(location.search)) : shown }
}

function useSearch(state: SearchState) {
  const app = useApp()
  const place = useQuery(searchPlaceQuery(app, state))
  const found = place.data ?? { latitude: 0, longitude: 0, label: null, unknown: false }
  const result = useQuery({
    ...merchantSearchQuery(app, searchRequestOf(state, found)),
    enabled: place.data !== undefined,
  })
  return { place, result }
}
