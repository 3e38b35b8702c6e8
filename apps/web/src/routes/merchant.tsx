import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { localTimeAt } from '@dineward/core/shared/local-date.ts'
import { useQuery } from '@tanstack/react-query'
import { data, type LoaderFunctionArgs, useParams, useRouteError } from 'react-router'
import { type AppContext, appOf } from '../app-context.ts'
import { LazyFavoriteButton, LazySaveToList } from '../features/favorites/lazy-favorite-button.tsx'
import { memberQuery } from '../features/identity/member.queries.ts'
import { ServerError } from '../features/layout/messages/server-error.tsx'
import { LazyPlaceMap } from '../features/map/lazy-map.tsx'
import { merchantQuery } from '../features/merchants/merchant.queries.ts'
import { MerchantNotFound } from '../features/merchants/page/former-merchant.tsx'
import { MerchantPage } from '../features/merchants/page/merchant-page.tsx'
import { MenuPictures, PhotoGallery, prefetchThumbnails } from '../features/photos/picture-links.tsx'
import {
  isBookable,
  primeReservations,
  ReservationPanel,
} from '../features/reservations/reservation-panel.tsx'
import { reserveId } from '../features/reservations/times/table-choice.ts'
import { MerchantReviews } from '../features/reviews/merchant-reviews.tsx'
import { merchantReviewsQuery, reviewsPageOf } from '../features/reviews/reviews.queries.ts'
import { defaultLocationQuery, merchantSearchQuery } from '../features/search/search.queries.ts'
import { ApiError } from '../lib/api/api-client.ts'
import type { ListedMerchant } from '../lib/listed-merchant.ts'
import { useApp, useCopy } from '../partner/partner-context.tsx'
import { pictureUrl } from '../ui/merchant-picture.tsx'
import { PageHead } from '../ui/page/page-head.tsx'

interface Place {
  readonly latitude: number
  readonly longitude: number
}

/** A former restaurant's page shows others: fetch them with it. */
export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  const { queryClient } = app
  try {
    const merchant = await queryClient.ensureQueryData(merchantQuery(app, args.params.merchantId ?? ''))
    prefetchThumbnails(merchant.photos)
    if (merchant.leftOn !== null)
      await queryClient.prefetchQuery(nearbyQuery(app, merchant.location.coordinates))
    const { search, searchParams } = new URL(args.request.url)
    await primeReviews(app, merchant, search)
    await primeReservations(app, merchant, searchParams)
    return null
  } catch (error) {
    if (!(error instanceof ApiError && (error.status === 404 || error.status === 400))) throw error
    const place = await queryClient.ensureQueryData(defaultLocationQuery(app)).catch(() => null)
    if (place) await queryClient.prefetchQuery(nearbyQuery(app, place))
    throw data(null, { status: 404 })
  }
}

async function primeReviews(app: AppContext, merchant: Merchant, search: string): Promise<void> {
  const pageNo = reviewsPageOf(merchant, search)
  if (pageNo > 1) await app.queryClient.prefetchQuery(merchantReviewsQuery(app, merchant.id, pageNo))
}

export function Component() {
  const app = useApp()
  const copy = useCopy()
  const { merchantId = '' } = useParams()
  const { data: merchant, dataUpdatedAt } = useQuery(merchantQuery(app, merchantId))
  const { data: member = null } = useQuery(memberQuery(app))
  const nearby = useNearby(merchant?.leftOn ? merchant.location.coordinates : null)
  if (!merchant) return null
  const instant = new Date(dataUpdatedAt + app.clockShiftMs)
  return (
    <>
      <PageHead
        title={copy('merchant.documentTitle', { merchant: merchant.name })}
        description={merchant.about}
        picture={pictureUrl(merchant, 'detail')}
        index={merchant.leftOn === null}
      />
      <MerchantPage
        merchant={merchant}
        instant={instant}
        member={member}
        nearby={nearby}
        FavoriteButton={LazyFavoriteButton}
        save={merchant.favorite === undefined ? null : <LazySaveToList merchant={merchant} />}
        reviews={<MerchantReviews key={merchant.id} merchant={merchant} />}
        gallery={<PhotoGallery photos={merchant.photos} />}
        menuPictures={merchant.menuImages.length > 0 ? <MenuPictures pictures={merchant.menuImages} /> : null}
        reserve={
          isBookable(app.partner, merchant)
            ? {
                id: reserveId,
                part: (
                  <ReservationPanel
                    merchant={merchant}
                    now={localTimeAt(merchant.timezone, instant)}
                    member={member}
                  />
                ),
              }
            : null
        }
        map={<LazyPlaceMap {...merchant.location.coordinates} name={merchant.name} />}
      />
    </>
  )
}

export function ErrorBoundary() {
  const copy = useCopy()
  const error = useRouteError() as { readonly status?: number } | null
  const { data: place = null } = useQuery({
    ...defaultLocationQuery(useApp()),
    enabled: error?.status === 404,
  })
  const nearby = useNearby(place)
  if (error?.status !== 404) return <ServerError error={error} />
  return (
    <>
      <PageHead title={copy('merchant.notFound.title')} index={false} />
      <MerchantNotFound merchants={nearby} FavoriteButton={LazyFavoriteButton} />
    </>
  )
}

function nearbyQuery(app: AppContext, { latitude, longitude }: Place) {
  return merchantSearchQuery(app, { latitude, longitude, pageSize: 3 })
}

function useNearby(place: Merchant['location']['coordinates'] | null): readonly ListedMerchant[] {
  const app = useApp()
  const { data: found } = useQuery({
    ...nearbyQuery(app, place ?? { latitude: 0, longitude: 0 }),
    enabled: place !== null,
  })
  return found?.merchants ?? []
}
