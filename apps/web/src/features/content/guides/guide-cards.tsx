import type { ListedMerchant } from '../../../lib/listed-merchant.ts'
import { useCopy } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { MerchantPicture } from '../../../ui/merchant-picture.tsx'
import styles from './guide-cards.module.css'
import type { GuideSummary } from './guides.queries.ts'

interface GuideCardsProps {
  readonly guides: readonly GuideSummary[]
  /** The first restaurants of the guides, as far as they take part. */
  readonly merchants: readonly ListedMerchant[]
  readonly level: 'h2' | 'h3'
}

export function GuideCards({ guides, merchants, level: Heading }: GuideCardsProps) {
  const copy = useCopy()
  return (
    <ul className={styles.cards}>
      {guides.map(guide => {
        const pictured = merchants.find(({ id }) => id === guide.first)
        return (
          <li key={guide.slug} className={styles.card}>
            {pictured ? (
              <MerchantPicture
                merchant={pictured}
                sizes="(min-width: 861px) 336px, (min-width: 661px) 50vw, 100vw"
                className={styles.picture}
              />
            ) : null}
            <div className={styles.text}>
              {guide.topic ? <p className={`label ${styles.topic}`}>{guide.topic}</p> : null}
              <Heading className={styles.title}>
                <AppLink className="covers" to={`/guides/${guide.slug}`}>
                  {guide.title}
                </AppLink>
              </Heading>
              <p className={styles.facts}>
                {[
                  copy('guides.count', { count: String(guide.places) }),
                  guide.author ? copy('guides.by', { author: guide.author }) : '',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
