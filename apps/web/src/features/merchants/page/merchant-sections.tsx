import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { hasEnrollment, signInPath } from '@dineward/core/partner/partner-questions.ts'
import { webAddress } from '@dineward/core/shared/fields/web-address.ts'
import { formatCents, formatDate } from '@dineward/core/shared/format.ts'
import { asUtc } from '@dineward/core/shared/local-date.ts'
import type { ReactNode } from 'react'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './merchant-sections.module.css'
import { clockTime } from './opening-hours.rules.ts'

export function MerchantEvents({ events }: Pick<Merchant, 'events'>) {
  const copy = useCopy()
  if (events.length === 0) return null
  return (
    <section className={styles.events}>
      <h2>{copy('merchant.events')}</h2>
      <ul>
        {events.map(event => {
          const page = webAddress(event.url)
          return (
            <li key={event.id} className={styles.event}>
              <time className={styles.date} dateTime={event.startsAt}>
                <b>{formatDate(event.startsAt, 'shortWeekday')}</b>
                <span className={styles.soft}>{timesOf(event)}</span>
              </time>
              <div>
                <h3>{event.title}</h3>
                {event.text ? <p>{event.text}</p> : null}
                {page ? <AppLink to={page.href}>{copy('merchant.events.more')}</AppLink> : null}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** It reads "7 PM – 10 PM", and has the end date if it is longer than a night. */
function timesOf({ startsAt, endsAt }: { readonly startsAt: string; readonly endsAt: string }): string {
  const [from, to] = [clockTime(startsAt.slice(11)), clockTime(endsAt.slice(11))]
  const isLong = asUtc(endsAt).getTime() - asUtc(startsAt).getTime() >= 24 * 3_600_000
  return `${from} – ${isLong ? `${formatDate(endsAt, 'shortWeekday')}, ` : ''}${to}`
}

/** The member's own first. Visitors see a sign-in link. */
export function MerchantOffers({ merchant }: { readonly merchant: Merchant }) {
  const app = useApp()
  const copy = useCopy()
  const { offers, flexOffer, leftOn } = merchant
  const signIn = signInPath(app.partner)
  if (leftOn !== null || !hasEnrollment(app.partner)) return null
  if (offers === undefined) {
    if (app.hasSession() || signIn === null) return null
    return (
      <section className={styles.offers}>
        <h2>{copy('merchant.offers')}</h2>
        <p className={styles.members}>{copy('merchant.offers.members')}</p>
        <p>
          <AppLink
            className={styles.signIn}
            to={`${signIn}?returnTo=${encodeURIComponent(`/merchants/${merchant.id}`)}`}
          >
            {copy('merchantCard.signIn')}
          </AppLink>
        </p>
      </section>
    )
  }
  if (offers.length === 0 && !flexOffer) return null
  return (
    <section className={styles.offers}>
      <h2>{copy('merchant.offers')}</h2>
      <ul className={styles.list}>
        {flexOffer ? (
          <li className={styles.own}>
            <Icon name="gift" />
            <div>
              <OwnOffer offer={flexOffer} />
            </div>
          </li>
        ) : null}
        {offers.map(({ id, title, text, endsOn }) => (
          <li key={id} className={styles.offer}>
            <Icon name="sparkle" />
            <div>
              <h3>{title}</h3>
              {text ? <p>{text}</p> : null}
              {endsOn ? (
                <p className={styles.offersSoft}>
                  {copy('merchant.offers.until', { date: formatDate(endsOn, 'long') })}
                </p>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function OwnOffer({ offer }: { readonly offer: NonNullable<Merchant['flexOffer']> }) {
  const copy = useCopy()
  const { webMessageOfferAmount: amount, minimumSpendCents, endsOn, isForEveryone } = offer
  return (
    <>
      <h3>{copy(isForEveryone ? 'merchant.offers.extra' : 'merchant.offers.own', { amount })}</h3>
      <p>{copy(isForEveryone ? 'merchant.offers.extra.text' : 'merchant.offers.own.text')}</p>
      {minimumSpendCents > 0 ? (
        <p>{copy('merchant.offers.minimum', { amount: formatCents(minimumSpendCents) })}</p>
      ) : null}
      <p className={styles.offersSoft}>
        {copy('merchant.offers.until', { date: formatDate(endsOn, 'long') })}
      </p>
    </>
  )
}

interface MerchantMenuProps {
  readonly merchant: Merchant
  readonly pictures: ReactNode
}

export function MerchantMenu({ merchant, pictures }: MerchantMenuProps) {
  const copy = useCopy()
  const { menu } = merchant
  const page = webAddress(merchant.menuUrl)
  if (menu.length === 0 && pictures === null && page === null) return null
  return (
    <section className={styles.menu} id="menu">
      <h2>{copy('merchant.menu')}</h2>
      {menu.length > 0 ? (
        <div className={styles.courses}>
          {menu.map(course => (
            <Course key={course.title} course={course} />
          ))}
        </div>
      ) : null}
      {pictures}
      {page ? (
        <p>
          <AppLink to={page.href}>{copy('merchant.menu.open')}</AppLink>
        </p>
      ) : null}
    </section>
  )
}

function Course({ course }: { readonly course: Merchant['menu'][number] }) {
  return (
    <div className={styles.course}>
      <h3 className={styles.title}>{course.title}</h3>
      <ul>
        {course.items.map(dish => (
          <li key={dish.name} className={styles.dish}>
            <b>{dish.name}</b>
            <span className="tabular">{formatCents(dish.priceCents)}</span>
            {dish.description ? <span className={styles.about}>{dish.description}</span> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}
