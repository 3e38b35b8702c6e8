import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { hasEnrollment, signInPath } from '@dineward/core/partner/partner-questions.ts'
import { longDate } from '../../lib/format-date.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './merchant-offers.module.css'

/** What is on at the restaurant, for members: their own offer first. Visitors are told where to find out. */
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
              <h3>{copy('merchant.offers.own', { amount: flexOffer.webMessageOfferAmount })}</h3>
              <p>{copy('merchant.offers.own.text')}</p>
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
                <p className={styles.soft}>{copy('merchant.offers.until', { date: longDate(endsOn) })}</p>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
