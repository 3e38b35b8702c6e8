import { useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { FavoriteButton } from '../../features/favorites/favorite-button.tsx'
import { FavoriteList } from '../../features/favorites/favorite-list.tsx'
import { favoritesQuery } from '../../features/favorites/favorites.queries.ts'
import { loadAccountPage } from '../../features/identity/account.loader.ts'
import { MerchantList } from '../../features/merchants/list/merchant-list.tsx'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import styles from './account.module.css'

export { AccountError as ErrorBoundary } from '../../features/identity/account-states.tsx'

export function loader(args: LoaderFunctionArgs) {
  return loadAccountPage(args, app => [app.queryClient.ensureQueryData(favoritesQuery(app))])
}

export function Component() {
  const copy = useCopy()
  const { data: saved } = useSuspenseQuery(favoritesQuery(useApp()))
  return (
    <div className={styles.page}>
      <PageHead title={copy('favorites.title')} index={false} />
      <div className={styles.head}>
        <h1>{copy('favorites.title')}</h1>
        <p className={styles.lead}>{copy('favorites.text')}</p>
      </div>
      <FavoriteList count={saved.length}>
        <MerchantList merchants={saved} eager={3} FavoriteButton={FavoriteButton} />
      </FavoriteList>
    </div>
  )
}
