import { hasFavorites } from '@dineward/core/partner/partner-questions.ts'
import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { type AppContext, appOf } from '../app-context.ts'
import { favoritesQuery } from '../features/favorites/favorites.queries.ts'
import { LazyFavoriteButton } from '../features/favorites/lazy-favorite-button.tsx'
import { memberQuery } from '../features/members/members.queries.ts'
import { MerchantRow } from '../features/merchants/merchant-row.tsx'
import { defaultLocationQuery, merchantSearchQuery } from '../features/search/search.queries.ts'
import { useApp, useCopy, usePartner } from '../partner/partner-context.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { renderCarousel } from './content/content-route.tsx'
import styles from './home.module.css'
import { HomeContent, primeHomeContent } from './home-content.tsx'
import { HomeHero } from './home-hero.tsx'
import { NearYou } from './home-sections.tsx'

const shownNearby = 6
const fetchedNearby = 11
/** Shell §9. */
const carouselSize = 15

export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  const place = await app.queryClient.ensureQueryData(defaultLocationQuery(app)).catch(() => null)
  await Promise.all([
    place ? app.queryClient.prefetchQuery(nearbyQuery(app, place)) : null,
    primeHomeContent(app, ['discover']),
    hasFavorites(app.partner) && app.hasSession() ? app.queryClient.prefetchQuery(favoritesQuery(app)) : null,
  ])
  return null
}

/** Where to eat (shell §2.6): a greeting with what one earns, the search, what is close by, and rows to leaf through. */
export function Component() {
  const app = useApp()
  const copy = useCopy()
  const { data: member = null } = useQuery(memberQuery(app))
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
      />
      <NearYou
        title={copy('discover.near.title')}
        merchants={merchants.slice(0, shownNearby)}
        waiting={nearby.isFetching}
      />
      {member && hasFavorites(app.partner) ? <FavoriteRow /> : null}
      <HomeContent kind="discover" member={member} most={4}>
        <UsualRows />
      </HomeContent>
    </div>
  )
}

/** What the member has saved, to leaf through; nothing where nothing is saved. */
function FavoriteRow() {
  const copy = useCopy()
  const { data: saved = [] } = useQuery(favoritesQuery(useApp()))
  if (saved.length === 0) return null
  return (
    <MerchantRow
      className="width-content"
      headline={copy('favorites.row')}
      allTo="/account/favorites"
      merchants={saved.slice(0, carouselSize)}
      busy={false}
      FavoriteButton={LazyFavoriteButton}
    />
  )
}

/** For a partner whose editors have not put any rows together. */
function UsualRows() {
  const copy = useCopy()
  const { settings } = usePartner()
  const row = (search_string: string, headline: string) =>
    renderCarousel({ search_string, headline, body: '' })
  return (
    <div className={`width-content ${styles.rows}`}>
      {row('isNew=true&sortBy=newest', copy('discover.new.title'))}
      {settings.acclaimedEnabled
        ? row('acclaimed=true&sortBy=rating', copy('discover.acclaimed.title'))
        : null}
      {settings.openTableReservationsEnabled
        ? row('reservations=true', copy('discover.reservations.title'))
        : null}
    </div>
  )
}

function nearbyQuery(app: AppContext, place: { readonly latitude: number; readonly longitude: number }) {
  const { latitude, longitude } = place
  return merchantSearchQuery(app, { latitude, longitude, pageSize: fetchedNearby })
}
