import { earnsRewards, homeView } from '@dineward/core/partner/partner-questions.ts'
import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { type AppContext, appOf } from '../app-context.ts'
import { memberQuery } from '../features/members/members.queries.ts'
import { defaultLocationQuery, merchantSearchQuery } from '../features/search/search.queries.ts'
import { useApp, useCopy } from '../partner/partner-context.tsx'
import { PageHead } from '../ui/page-head.tsx'
import styles from './home.module.css'
import { HomeContent, HomeEnd, primeHomeContent } from './home-content.tsx'
import { HomeHero } from './home-hero.tsx'
import { NearYou, Steps } from './home-sections.tsx'

/** Six in the list; the pictures at the top are chosen from the rest. */
const shownNearby = 6
const fetchedNearby = 11

export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  await Promise.all([primeNearby(app), primeHomeContent(app, contentKinds(app))])
  return null
}

async function primeNearby(app: AppContext): Promise<void> {
  const place = await app.queryClient.ensureQueryData(defaultLocationQuery(app)).catch(() => null)
  if (place) await app.queryClient.prefetchQuery(nearbyQuery(app, place))
}

/** A home page that is for discovering shows what there is to discover as well (shell §2.1). */
const contentKinds = ({ partner }: AppContext) =>
  homeView(partner) === 'discover' ? (['discover', 'home'] as const) : (['home'] as const)

/**
 * The same parts for every partner, in the order of what it puts first (shell §2.1): places to discover, or how the
 * program works.
 */
export function Component() {
  const app = useApp()
  const copy = useCopy()
  const { data: member = null } = useQuery(memberQuery(app))
  const diner = member?.memberType === 'ClosedAccountMember' ? null : member
  const { data: place } = useQuery(defaultLocationQuery(app))
  const nearby = useQuery({
    ...nearbyQuery(app, place ?? { latitude: 0, longitude: 0 }),
    enabled: place !== undefined,
  })
  const merchants = nearby.data?.merchants ?? []
  const near = <NearYou key="near" merchants={merchants.slice(0, shownNearby)} waiting={nearby.isFetching} />
  const steps = <Steps key="steps" />
  const placesFirst = homeView(app.partner) === 'discover' || !earnsRewards(app.partner)
  return (
    <div className={styles.home}>
      <PageHead title={copy('home.documentTitle')} />
      <HomeHero
        member={diner}
        merchants={merchants.slice(shownNearby)}
        title={
          diner ? copy('discover.greeting.member', { 'first name': diner.firstName }) : copy('home.promise')
        }
        text={copy(diner ? 'home.member.text' : 'home.promise.text')}
        emphasis={placesFirst ? 'places' : 'earning'}
      />
      {placesFirst ? near : steps}
      {homeView(app.partner) === 'discover' ? <HomeContent kind="discover" member={diner} /> : null}
      {placesFirst ? steps : near}
      <HomeEnd member={diner} />
    </div>
  )
}

function nearbyQuery(app: AppContext, place: { readonly latitude: number; readonly longitude: number }) {
  const { latitude, longitude } = place
  return merchantSearchQuery(app, { latitude, longitude, pageSize: fetchedNearby })
}
