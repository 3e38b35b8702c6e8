import { favoritesPerPage } from '@dineward/core/favorites/favorites.contract.ts'
import { maxSavedPlaces } from '@dineward/core/favorites/lists.rules.ts'
import { totalPages } from '@dineward/core/shared/paging.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { FavoriteButton } from '../../features/favorites/favorite-button.tsx'
import { FavoriteList } from '../../features/favorites/favorite-list.tsx'
import { favoritesQuery } from '../../features/favorites/favorites.queries.ts'
import { ListOverview } from '../../features/favorites/lists/list-overview.tsx'
import { listsQuery } from '../../features/favorites/lists/lists.queries.ts'
import { loadAccountPage } from '../../features/identity/account.loader.ts'
import { MerchantCard } from '../../features/merchants/list/merchant-card.tsx'
import { MerchantList } from '../../features/merchants/list/merchant-list.tsx'
import { SavedSearchList } from '../../features/search/saved/saved-search-list.tsx'
import { savedSearchesQuery } from '../../features/search/saved/saved-searches.queries.ts'
import { HostedVotes } from '../../features/votes/hosted-votes.tsx'
import { hostedVotesQuery } from '../../features/votes/votes.queries.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty/empty-state.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { Pagination } from '../../ui/page/pagination.tsx'
import styles from './account.module.css'

export { AccountError as ErrorBoundary } from '../../features/identity/account-states.tsx'

export function loader(args: LoaderFunctionArgs) {
  return loadAccountPage(args, app => [
    app.queryClient.ensureQueryData(favoritesQuery(app, pageOf(new URL(args.request.url).searchParams))),
    app.queryClient.ensureQueryData(listsQuery(app)),
    app.queryClient.ensureQueryData(hostedVotesQuery(app)),
    app.queryClient.ensureQueryData(savedSearchesQuery(app)),
  ])
}

const path = '/account/favorites'

function pageOf(params: URLSearchParams): number {
  const asked = Number(params.get('page'))
  return Number.isInteger(asked) && asked > 0 && asked <= maxSavedPlaces / favoritesPerPage ? asked : 1
}

export function Component() {
  const copy = useCopy()
  const pageNo = pageOf(useSearchParams()[0])
  const { merchants, total } = useSuspenseQuery(favoritesQuery(useApp(), pageNo)).data
  return (
    <div className={styles.page}>
      <PageHead title={copy('favorites.title')} index={false} />
      <div className={styles.head}>
        <h1>{copy('favorites.title')}</h1>
        <p className={styles.lead}>{copy('favorites.text')}</p>
      </div>
      <ListOverview />
      <HostedVotes />
      <SavedSearchList />
      {pageNo > 1 && merchants.length === 0 ? (
        <EmptyState look="framed" spot="search" title={copy('activity.pages.title')}>
          <ButtonLink to={path}>{copy('activity.pages.action')}</ButtonLink>
        </EmptyState>
      ) : (
        <FavoriteList count={total}>
          <MerchantList
            merchants={merchants}
            Card={MerchantCard}
            eager={3}
            firstNumber={(pageNo - 1) * favoritesPerPage + 1}
            FavoriteButton={FavoriteButton}
          />
          <Pagination
            page={pageNo}
            pages={totalPages(total, favoritesPerPage)}
            hrefOf={number => (number === 1 ? path : `${path}?page=${number}`)}
            label={copy('favorites.pages')}
          />
        </FavoriteList>
      )}
    </div>
  )
}
