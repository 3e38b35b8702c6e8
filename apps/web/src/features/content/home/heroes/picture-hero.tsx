import { earnsRewards } from '@dineward/core/partner/partner-questions.ts'
import { usePartner } from '../../../../partner/partner-context.tsx'
import { AppLink } from '../../../../ui/app-link.tsx'
import { MerchantPicture } from '../../../../ui/merchant-picture.tsx'
import type { HeroProps } from './hero-props.ts'
import styles from './picture-hero.module.css'
import { useEarnRate } from './use-earn-rate.ts'

/** One picture fills the width; the search is a single line at its foot. */
export function PictureHero({ member, merchants, title, text, searchBox }: HeroProps) {
  const earns = earnsRewards(usePartner())
  const { before, number, after } = useEarnRate(member)
  const pictured = merchants[0]!
  return (
    <section className={`on-brand ${styles.hero}`}>
      <div className={styles.scene}>
        <MerchantPicture merchant={pictured} crop="wide" sizes="100vw" eager className={styles.picture} />
        <AppLink className={styles.caption} to={`/merchants/${encodeURIComponent(pictured.id)}`}>
          {pictured.name}
        </AppLink>
      </div>
      <div className={styles.words}>
        {earns ? (
          <p className={styles.rate}>
            {[before, number].filter(Boolean).join(' ')}
            {after}
          </p>
        ) : null}
        <h1 className={styles.promise}>{title}</h1>
        <p className={styles.text}>{text}</p>
      </div>
      <div className={styles.search}>{searchBox}</div>
    </section>
  )
}
