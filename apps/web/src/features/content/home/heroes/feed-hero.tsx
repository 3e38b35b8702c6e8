import { earnsRewards } from '@dineward/core/partner/partner-questions.ts'
import { usePartner } from '../../../../partner/partner-context.tsx'
import { AppLink } from '../../../../ui/app-link.tsx'
import { MerchantPicture } from '../../../../ui/merchant-picture.tsx'
import styles from './feed-hero.module.css'
import type { HeroProps } from './hero-props.ts'
import { useEarnRate } from './use-earn-rate.ts'

/** Places near by run through the page like posts, past its end. */
export function FeedHero({ member, merchants, title, text, searchBox }: HeroProps) {
  const earns = earnsRewards(usePartner())
  const { before, number, after } = useEarnRate(member)
  return (
    <section className={styles.hero}>
      <div className={styles.inner}>
        <div className={styles.words}>
          <h1 className={styles.promise}>{title}</h1>
          <p className={styles.text}>{text}</p>
          {searchBox}
        </div>
        <div className={styles.window}>
          {earns ? (
            <p className={styles.sticker}>
              {before} <strong>{number}</strong>
              {after}
            </p>
          ) : null}
          <ul className={styles.feed}>
            {merchants.map(merchant => (
              <li key={merchant.id}>
                <article className={styles.post}>
                  <MerchantPicture merchant={merchant} sizes="260px" className={styles.picture} />
                  <h2 className={styles.name}>
                    <AppLink className="covers" to={`/merchants/${encodeURIComponent(merchant.id)}`}>
                      {merchant.name}
                    </AppLink>
                  </h2>
                  <p className={styles.facts}>
                    {[merchant.details.cuisines[0], merchant.neighborhood].filter(Boolean).join(' · ')}
                  </p>
                </article>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}
