import { isCardMember } from '@dineward/core/members/member-questions.ts'
import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { formatDate } from '@dineward/core/shared/format.ts'
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import type { ListedMerchant } from '../../../lib/listed-merchant.ts'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { MerchantPicture } from '../../../ui/merchant-picture.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { opensElsewhere } from '../../../ui/opens-elsewhere.ts'
import { breadcrumbs, JsonLd } from '../../../ui/page/json-ld.tsx'
import type { FavoriteButtonSlot } from '../list/merchant-card-parts.tsx'
import { type Diner, EarnAnswer } from './earn-answer.tsx'
import { NearbyRestaurants } from './former-merchant.tsx'
import { MerchantContact } from './merchant-contact.tsx'
import { merchantJsonLd } from './merchant-json-ld.ts'
import styles from './merchant-page.module.css'
import { MerchantEvents, MerchantMenu, MerchantOffers } from './merchant-sections.tsx'
import { MerchantActions, MerchantTitle } from './merchant-title.tsx'
import { hasHours, type LocalMoment, localMomentAt } from './opening-hours.rules.ts'
import { OpeningHours } from './opening-hours.tsx'

interface MerchantPageProps {
  readonly merchant: Merchant
  /** When the restaurant was fetched, so that server and browser agree on "today" and "open now". */
  readonly instant: Date
  readonly member: Diner
  readonly nearby: readonly ListedMerchant[]
  /** It is the booking section and its id, and null if the restaurant takes no bookings. */
  readonly reserve: { readonly id: string; readonly part: ReactNode } | null
  readonly map: ReactNode
  readonly menuPictures: ReactNode
  readonly reviews: ReactNode
  readonly gallery: ReactNode
  readonly FavoriteButton: FavoriteButtonSlot
  /** Members save the restaurant to a list. */
  readonly save: ReactNode
}

const nearbyId = 'nearby'

export function MerchantPage(props: MerchantPageProps) {
  const { merchant, instant, member, nearby, reserve, map, FavoriteButton } = props
  const { origin, partner } = useApp()
  const copy = useCopy()
  const now = localMomentAt(merchant.timezone, instant)
  return (
    <article className={`width-content ${styles.page}`}>
      <JsonLd
        about={merchant.id}
        describe={() => [
          merchantJsonLd(merchant, { origin, isBookable: reserve !== null }),
          breadcrumbs(origin, [
            { name: partner.settings.programName, path: '/' },
            { name: copy('search.title'), path: '/search' },
            { name: merchant.name, path: `/merchants/${encodeURIComponent(merchant.id)}` },
          ]),
        ]}
      />
      <div className={styles.frame}>
        <MerchantPicture
          merchant={merchant}
          alt={merchant.photos[0]?.alt}
          sizes="600px"
          crop="wide"
          eager
          className={styles.picture}
        />
        {props.gallery}
        {merchant.favorite === undefined ? null : (
          <FavoriteButton merchant={{ id: merchant.id, name: merchant.name, favorite: merchant.favorite }} />
        )}
      </div>
      <div className={styles.side}>
        <MerchantTitle merchant={merchant} now={now} />
        <FormerMerchantNotice merchant={merchant} hasNearby={nearby.length > 0} />
        {reserve?.part}
        <EarnAnswer merchant={merchant} now={now} member={member} />
        <MerchantActions merchant={merchant} now={now} save={props.save} />
        <MissingDine merchant={merchant} member={member} />
        <Visit merchant={merchant} now={now} map={map} />
      </div>
      <div className={styles.story}>
        <MerchantOffers merchant={merchant} />
        <About merchant={merchant} />
        <MerchantEvents events={merchant.leftOn === null ? merchant.events : []} />
        <MerchantMenu merchant={merchant} pictures={props.menuPictures} />
        {props.reviews}
      </div>
      {nearby.length > 0 ? (
        <div className={styles.whole} id={nearbyId}>
          <NearbyRestaurants
            merchants={nearby}
            location={merchant.location}
            FavoriteButton={FavoriteButton}
          />
        </div>
      ) : null}
      {reserve ? <ReserveBar partId={reserve.id} /> : null}
    </article>
  )
}

/** Also of a restaurant that has left: the dine may be from before. */
function MissingDine({ merchant: { id }, member }: Pick<MerchantPageProps, 'merchant' | 'member'>) {
  const copy = useCopy()
  if (!isCardMember(member)) return null
  return (
    <p className={`${styles.missing} screen-only`}>
      <AppLink to={`/account/claim?merchant=${encodeURIComponent(id)}`}>{copy('claim.atMerchant')}</AppLink>
    </p>
  )
}

interface LeftNoticeProps extends Pick<MerchantPageProps, 'merchant'> {
  readonly hasNearby: boolean
}

function FormerMerchantNotice({ merchant: { name, leftOn }, hasNearby }: LeftNoticeProps) {
  const copy = useCopy()
  if (leftOn === null) return null
  return (
    <Notice kind="warn" title={copy('merchant.left.title', { merchant: name })}>
      <p>{copy('merchant.left.text', { date: formatDate(leftOn, 'long') })}</p>
      {hasNearby ? <AppLink to={`#${nearbyId}`}>{copy('merchant.nearby')}</AppLink> : null}
    </Notice>
  )
}

interface VisitProps extends Pick<MerchantPageProps, 'merchant' | 'map'> {
  readonly now: LocalMoment
}

function Visit({ merchant, map, now }: VisitProps) {
  const copy = useCopy()
  return (
    <div className={styles.visit}>
      <Card className={styles.section}>
        <h2 className={styles.small}>{copy('merchant.contact')}</h2>
        {map ? <div className={styles.map}>{map}</div> : null}
        <MerchantContact merchant={merchant} />
      </Card>
      {hasHours(merchant.hours) ? (
        <Card className={styles.section}>
          <h2 className={styles.small}>{copy('merchant.hours')}</h2>
          <OpeningHours hours={merchant.hours} now={now} />
        </Card>
      ) : null}
    </div>
  )
}

function About({ merchant }: Pick<MerchantPageProps, 'merchant'>) {
  const copy = useCopy()
  const features = [...merchant.mealsServed, ...merchant.features, ...merchant.diets]
  if (!merchant.about && features.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>{copy('merchant.about')}</h2>
      {merchant.about ? <p className={styles.about}>{merchant.about}</p> : null}
      {features.length > 0 ? (
        <ul className={styles.features}>
          {features.map(feature => (
            <li key={feature}>
              <Chip>{copy(`filters.${feature}`)}</Chip>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

/** On small screens, a sticky link to the booking section, hidden while that is on screen. */
export function ReserveBar({ partId }: { readonly partId: string }) {
  const copy = useCopy()
  const isOnScreen = useIsOnScreen(partId)
  function goThere(event: MouseEvent) {
    const part = document.getElementById(partId)
    if (!part || opensElsewhere(event)) return
    event.preventDefault()
    part.scrollIntoView()
    part.querySelector<HTMLElement>('summary, select, button, a')?.focus({ preventScroll: true })
  }
  return (
    <div className={`${styles.bar} screen-only`} hidden={isOnScreen}>
      <ButtonLink wide to={`#${partId}`} onClick={goThere}>
        {copy('reservation.title')}
      </ButtonLink>
    </div>
  )
}

/** The bar covers this much of the screen, in px. */
const barHeight = 100

function useIsOnScreen(id: string): boolean {
  const [isOnScreen, setIsOnScreen] = useState(false)
  useEffect(() => {
    const element = document.getElementById(id)
    if (!element) return
    const observer = new IntersectionObserver(entries => setIsOnScreen(entries.at(-1)!.isIntersecting), {
      rootMargin: `0px 0px -${barHeight}px`,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [id])
  return isOnScreen
}
