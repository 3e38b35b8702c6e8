import { earnsRewards } from '@dineward/core/partner/partner-questions.ts'
import type { ListedMerchant } from '../../../../lib/listed-merchant.ts'
import { useCopy, usePartner } from '../../../../partner/partner-context.tsx'
import { AppLink } from '../../../../ui/app-link.tsx'
import { MerchantPicture } from '../../../../ui/merchant-picture.tsx'
import type { HeroProps } from './hero-props.ts'
import styles from './pictures-hero.module.css'
import { useEarnRate } from './use-earn-rate.ts'

/** The words and the search stand beside pictures of restaurants and what is earned. */
export function PicturesHero(props: HeroProps) {
  const { member, merchants, title, text, emphasis, searchBox } = props
  const partner = usePartner()
  const earns = earnsRewards(partner)
  const pictures = varied(merchants).slice(0, earns ? 2 : 3)
  return (
    <section className={`on-brand ${styles.hero}`}>
      <div className={styles.inner}>
        <div className={styles.words}>
          <h1 className={styles.promise}>{title}</h1>
          <p className={styles.text}>{text}</p>
          {searchBox}
        </div>
        <div className={styles.tiles} data-emphasis={earns ? emphasis : 'places'}>
          {earns ? <EarnTile member={member} /> : null}
          {pictures.map(merchant => (
            <AppLink
              key={merchant.id}
              className={styles.picture}
              to={`/merchants/${encodeURIComponent(merchant.id)}`}
              viewTransition
            >
              <MerchantPicture
                merchant={merchant}
                sizes="(width < 861px) 1px, 420px"
                className={styles.image}
              />
              <span className={styles.caption}>{merchant.name}</span>
            </AppLink>
          ))}
        </div>
      </div>
    </section>
  )
}

/** One restaurant of each cuisine comes first, so that neighboring pictures differ. */
function varied(merchants: readonly ListedMerchant[]): ListedMerchant[] {
  const cuisines = merchants.map(merchant => merchant.details.cuisines[0])
  const isFirst = (_: ListedMerchant, index: number) => cuisines.indexOf(cuisines[index]) === index
  return [...merchants.filter(isFirst), ...merchants.filter((one, index) => !isFirst(one, index))]
}

function EarnTile({ member }: Pick<HeroProps, 'member'>) {
  const copy = useCopy()
  const { before, number, after } = useEarnRate(member)
  return (
    <div className={styles.earn}>
      <p className="label">{copy('earnRate.title')}</p>
      <p className={styles.rate}>
        {before ? <span>{before} </span> : null}
        <strong className={styles.number}>{number}</strong>
        <span>{after}</span>
      </p>
    </div>
  )
}
