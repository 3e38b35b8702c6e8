import { LazyFavoriteButton } from '../features/favorites/lazy-favorite-button.tsx'
import { MerchantList, MerchantListSkeleton } from '../features/merchants/merchant-list.tsx'
import type { ListedMerchant } from '../lib/listed-merchant.ts'
import { useCopy } from '../partner/partner-context.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import styles from './home-sections.module.css'

interface NearYouProps {
  readonly title?: string
  readonly merchants: readonly ListedMerchant[]
  readonly waiting: boolean
}

/** Restaurants around the default place. Left out where there are none: an empty shelf sells nothing. */
export function NearYou({ title, merchants, waiting }: NearYouProps) {
  const copy = useCopy()
  if (merchants.length === 0 && !waiting) return null
  return (
    <section className={`width-content ${styles.near}`}>
      <SectionHead title={title ?? copy('home.near.title')} allTo="/search" all={copy('home.near.all')} />
      {merchants.length > 0 ? (
        <MerchantList merchants={merchants} leaf FavoriteButton={LazyFavoriteButton} />
      ) : (
        <MerchantListSkeleton />
      )}
    </section>
  )
}

const steps = ['search', 'dine', 'earn'] as const
const stepIcons: Record<(typeof steps)[number], IconName> = {
  search: 'search',
  dine: 'fork',
  earn: 'sparkle',
}

/** Search, dine and pay, earn (shell §2.6). */
export function Steps() {
  const copy = useCopy()
  return (
    <section className={styles.stepsBand}>
      <div className={`width-content ${styles.steps}`}>
        <h2>{copy('steps.title')}</h2>
        <ol className={styles.list}>
          {steps.map((step, index) => (
            <li key={step} className={styles.step}>
              <span className={styles.mark} aria-hidden="true">
                <Icon name={stepIcons[step]} />
              </span>
              <h3>
                <span className={styles.number}>{index + 1}. </span>
                {copy(`steps.${step}.title`)}
              </h3>
              <p className={styles.stepText}>{copy(`steps.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
