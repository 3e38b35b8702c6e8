import { isCardMember, isClosed, needsActivation } from '@dineward/core/members/member-questions.ts'
import { earnsRewards, homeView } from '@dineward/core/partner/partner-questions.ts'
import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { type AppContext, appOf } from '../app-context.ts'
import { GuideStrip, guidesInStrip } from '../features/content/guides/guide-strip.tsx'
import { primeGuides } from '../features/content/guides/guides.queries.ts'
import { HomeHero } from '../features/content/home/home-hero.tsx'
import { ProgramSteps } from '../features/content/home/program-steps.tsx'
import { primeVisitorContent, VisitorContent } from '../features/content/home/visitor-content.tsx'
import { LazyFavoriteButton } from '../features/favorites/lazy-favorite-button.tsx'
import { ActivationCall, KnownVisitorCall } from '../features/identity/activation-call.tsx'
import { memberQuery, useMember } from '../features/identity/member.queries.ts'
import { JoinCall } from '../features/members/joining/join-call.tsx'
import { NearYou } from '../features/merchants/list/near-you.tsx'
import { SearchBox } from '../features/search/form/search-box.tsx'
import { nearbyTonightQuery } from '../features/search/nearby.queries.ts'
import { defaultLocationQuery } from '../features/search/search.queries.ts'
import { deferred } from '../lib/deferred/deferred.tsx'
import { useApp, useCopy } from '../partner/partner-context.tsx'
import { SearchCarousel } from '../search-carousel.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import styles from './home.module.css'

const loadMemberHome = () => import('../member-home.tsx')
const MemberHome = deferred(loadMemberHome, module => module.MemberHome)

/** Six are in the list; the hero's pictures come from the rest. */
const shownNearby = 6
const fetchedNearby = 11

export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  await Promise.all([primeNearby(app), primeContent(app), primeGuides(app, guidesInStrip), primeMember(app)])
  return null
}

async function primeNearby(app: AppContext): Promise<void> {
  const place = await app.queryClient.ensureQueryData(defaultLocationQuery(app)).catch(() => null)
  if (place) await app.queryClient.prefetchQuery(nearbyQuery(app, place))
}

async function primeMember(app: AppContext): Promise<void> {
  const member = await app.queryClient.ensureQueryData(memberQuery(app)).catch(() => null)
  if (isCardMember(member)) await (await loadMemberHome()).primeMemberHome(app)
}

async function primeContent(app: AppContext): Promise<void> {
  const member = await app.queryClient.ensureQueryData(memberQuery(app)).catch(() => null)
  await primeVisitorContent(
    app,
    homeView(app.partner) === 'discover' ? ['discover', 'home'] : ['home'],
    member,
  )
}

/** The partner's emphasis decides the order of the sections (shell §2.1). */
export function Component() {
  const app = useApp()
  const copy = useCopy()
  const member = useMember()
  const diner = isClosed(member) ? null : member
  const { data: place } = useQuery(defaultLocationQuery(app))
  const nearby = useQuery({
    ...nearbyQuery(app, place ?? { latitude: 0, longitude: 0 }),
    enabled: place !== undefined,
  })
  const merchants = nearby.data?.merchants ?? []
  const near = (
    <NearYou
      key="near"
      merchants={merchants.slice(0, shownNearby)}
      tonight={nearby.data?.tonight ?? null}
      waiting={nearby.isFetching}
      FavoriteButton={LazyFavoriteButton}
    />
  )
  const steps = <ProgramSteps key="steps" />
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
        searchBox={
          <SearchBox
            id="home"
            title={copy('home.search.label')}
            action={copy('home.search.action')}
            usual={nearby.data?.usual ?? null}
          />
        }
      />
      {isCardMember(member) ? <MemberHome /> : null}
      {placesFirst ? near : steps}
      {homeView(app.partner) === 'discover' ? (
        <VisitorContent kind="discover" member={diner} Carousel={SearchCarousel} />
      ) : null}
      {placesFirst ? steps : near}
      <GuideStrip />
      <VisitorContent kind="home" member={diner} Carousel={SearchCarousel} />
      {diner === null ? (
        <>
          <KnownVisitorCall />
          <JoinCall />
        </>
      ) : needsActivation(diner) ? (
        <ActivationCall publicId={diner.publicId} />
      ) : null}
    </div>
  )
}

function nearbyQuery(app: AppContext, place: { readonly latitude: number; readonly longitude: number }) {
  const { latitude, longitude } = place
  return nearbyTonightQuery(app, { latitude, longitude, pageSize: fetchedNearby })
}
