import { contentImageUrl } from '@dineward/core/content/media.rules.ts'
import { useCopy } from '../../../partner/partner-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useFill } from '../blocks/use-fill.ts'
import type { EarnOffer } from '../content.queries.ts'
import styles from './earn-offers.module.css'

export function EarnOffers({ offers }: { readonly offers: readonly EarnOffer[] }) {
  const copy = useCopy()
  const fill = useFill()
  const shown = offers.filter(offer => fill(offer.text).trim() !== '')
  if (shown.length === 0) return <NoOffers />
  return (
    <section className={styles.offers}>
      <h2>{copy('earn.offers.title')}</h2>
      {shown.map(offer => (
        <article key={offer.slug} className={styles.offer}>
          <Icon name="sparkle" className={styles.mark} />
          <div className={styles.words}>
            {offer.title ? <h3>{fill(offer.title)}</h3> : null}
            <p>{fill(offer.text)}</p>
            {offer.url ? (
              <p>
                <ButtonLink to={offer.url} variant="quiet" size="small">
                  {fill(offer.link_text) || copy('earn.more')}
                </ButtonLink>
              </p>
            ) : null}
          </div>
          {offer.image ? (
            <img
              className={styles.image}
              src={contentImageUrl(offer.image, 'thumbnail')}
              alt={offer.image_alt}
              width="200"
              height="143"
              loading="lazy"
            />
          ) : null}
        </article>
      ))}
    </section>
  )
}

function NoOffers() {
  const copy = useCopy()
  return (
    <section className={styles.none}>
      <h2 className={styles.noneTitle}>{copy('earn.empty.title')}</h2>
      <p>{copy('earn.empty.text')}</p>
    </section>
  )
}
