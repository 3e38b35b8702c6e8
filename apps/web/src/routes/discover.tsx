import {
  bookingProvider,
  hasAcclaimed,
  hasFavorites,
  takesReservations,
} from '@dineward/core/partner/partner-questions.ts'
import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { type AppContext, appOf } from '../app-context.ts'
import { HomeHero } from '../features/content/home/home-hero.tsx'
import { primeVisitorContent, VisitorContent } from '../features/content/home/visitor-content.tsx'
import { favoritesQuery } from '../features/favorites/favorites.queries.ts'
import { LazyFavoriteButton } from '../features/favorites/lazy-favorite-button.tsx'
import { memberQuery, useMember } from '../features/identity/member.queries.ts'
import { MerchantRow } from '../features/merchants/list/merchant-row.tsx'
import { NearYou } from '../features/merchants/list/near-you.tsx'
import { SearchBox } from '../features/search/form/search-box.tsx'
import { defaultLocationQuery, merchantSearchQuery } from '../features/search/search.queries.ts'
import { useApp, useCopy, usePartner } from '../partner/partner-context.tsx'
import { SearchCarousel } from '../search-carousel.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import styles from './home.module.css'

const shownNearby = 6
const fetchedNearby = 11
const carouselSize = 15

export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  const [place, member] = await Promise.all([
    app.queryClient.ensureQueryData(defaultLocationQuery(app)).catch(() => null),
    app.queryClient.ensureQueryData(memberQuery(app)).catch(() => null),
  ])
  await Promise.all([
    place ? app.queryClient.prefetchQuery(nearbyQuery(app, place)) : null,
    primeVisitorContent(app, ['discover'], member),
    hasFavorites(app.partner) && app.hasSession() ? app.queryClient.prefetchQuery(favoritesQuery(app)) : null,
  ])
  return null
}

export function Component() {
  const app = useApp()
  const copy = useCopy()
  const member = useMember()
  const { data: place } = useQuery(defaultLocationQuery(app))
  const nearby = useQuery({
    ...nearbyQuery(app, place ?? { latitude: 0, longitude: 0 }),
    enabled: place !== undefined,
  })
  const merchants = nearby.data?.merchants ?? []
  return (
    <div className={styles.home}>
      <PageHead title={copy('discover.documentTitle')} />
      <HomeHero
        member={member}
        merchants={merchants.slice(shownNearby)}
        title={
          member
            ? copy('discover.greeting.member', { 'first name': member.firstName })
            : copy('discover.greeting')
        }
        text={copy(member ? 'home.member.text' : 'discover.text')}
        emphasis="places"
        searchBox={
          <SearchBox id="home" title={copy('home.search.label')} action={copy('home.search.action')} />
        }
      />
      <NearYou
        title={copy('discover.near.title')}
        merchants={merchants.slice(0, shownNearby)}
        waiting={nearby.isFetching}
        FavoriteButton={LazyFavoriteButton}
      />
      {member && hasFavorites(app.partner) ? <FavoriteRow /> : null}
      <VisitorContent kind="discover" member={member} Carousel={SearchCarousel} limit={4}>
        <DefaultRows />
      </VisitorContent>
    </div>
  )
}

function FavoriteRow() {
  const copy = useCopy()
  const { data: saved } = useQuery(favoritesQuery(useApp()))
  if (!saved || saved.merchants.length === 0) return null
  return (
    <MerchantRow
      className="width-content"
      headline={copy('favorites.row')}
      allTo="/account/favorites"
      merchants={saved.merchants.slice(0, carouselSize)}
      busy={false}
      FavoriteButton={LazyFavoriteButton}
    />
  )
}

function DefaultRows() {
  const copy = useCopy()
  const partner = usePartner()
  return (
    <div className={`width-content ${styles.rows}`}>
      <SearchCarousel searchString="isNew=true&sortBy=newest" headline={copy('discover.new.title')} />
      {hasAcclaimed(partner) ? (
        <SearchCarousel
          searchString="acclaimed=true&sortBy=rating"
          headline={copy('discover.acclaimed.title')}
        />
      ) : null}
      {takesReservations(partner) ? (
        <SearchCarousel
          searchString={bookingProvider(partner) === 'book' ? 'hasTable=true' : 'reservations=true'}
          headline={copy('discover.reservations.title')}
        />
      ) : null}
    </div>
  )
}

function nearbyQuery(app: AppContext, place: { readonly latitude: number; readonly longitude: number }) {
  const { latitude, longitude } = place
  return merchantSearchQuery(app, { latitude, longitude, pageSize: fetchedNearby })
}
