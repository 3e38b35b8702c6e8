import { useQuery } from '@tanstack/react-query'
import { data, type LoaderFunctionArgs, useParams, useRouteError } from 'react-router'
import { appOf } from '../app-context.ts'
import { LazyFavoriteButton } from '../features/favorites/lazy-favorite-button.tsx'
import { sharedListQuery } from '../features/favorites/lists/lists.queries.ts'
import { placesText } from '../features/favorites/lists/places-text.ts'
import { SharedListHead } from '../features/favorites/lists/shared-list.tsx'
import { memberQuery } from '../features/identity/member.queries.ts'
import { NotFoundMessage } from '../features/layout/messages/not-found-message.tsx'
import { ServerError } from '../features/layout/messages/server-error.tsx'
import { MerchantCard } from '../features/merchants/list/merchant-card.tsx'
import { MerchantList } from '../features/merchants/list/merchant-list.tsx'
import { ApiError } from '../lib/api/api-client.ts'
import { useApp, useCopy } from '../partner/partner-context.tsx'
import { EmptyState } from '../ui/empty/empty-state.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import styles from './shared-list.module.css'

export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  try {
    await app.queryClient.ensureQueryData(sharedListQuery(app, args.params.shareId ?? ''))
    return null
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400))
      throw data(null, { status: 404 })
    throw error
  }
}

/** A list that a member shares, for anyone with its link. */
export function Component() {
  const app = useApp()
  const copy = useCopy()
  const { shareId = '' } = useParams()
  const { data: shared } = useQuery(sharedListQuery(app, shareId))
  const { data: member = null } = useQuery(memberQuery(app))
  if (!shared) return null
  const { merchants, ...head } = shared
  return (
    <div className={`width-content ${styles.page}`}>
      <PageHead title={shared.name} index={false} />
      <SharedListHead shareId={shareId} member={member} {...head} />
      {merchants.length > 0 ? (
        <section className={styles.places} aria-labelledby="places">
          <h2 id="places">{placesText(copy, merchants.length)}</h2>
          <MerchantList
            Card={MerchantCard}
            merchants={merchants}
            eager={3}
            FavoriteButton={LazyFavoriteButton}
          />
        </section>
      ) : (
        <EmptyState look="framed" spot="list" title={copy('lists.list.empty.title')} />
      )}
    </div>
  )
}

export function ErrorBoundary() {
  const copy = useCopy()
  const error = useRouteError() as { readonly status?: number } | null
  if (error?.status !== 404) return <ServerError error={error} />
  return <NotFoundMessage title={copy('lists.gone.title')} text={copy('lists.gone.text')} />
}
