import { type RefCallback, useId } from 'react'
import type { ListedMerchant } from '../../lib/listed-merchant.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { FavoriteButtonSlot } from './card-corners.tsx'
import styles from './merchant-row.module.css'
import { MerchantSlide } from './merchant-slide.tsx'
import { useCarouselEnds } from './use-carousel-ends.ts'
import { useSlidesInView } from './use-slides-in-view.ts'

interface MerchantRowProps {
  readonly headline: string
  readonly body?: string
  /** Where all of them are. */
  readonly allTo: string
  /** Undefined while they are not here. */
  readonly merchants: readonly ListedMerchant[] | undefined
  /** They are on their way. */
  readonly busy: boolean
  readonly sectionRef?: RefCallback<Element>
  readonly className?: string
  readonly FavoriteButton?: FavoriteButtonSlot | undefined
}

/** Restaurants in a row to leaf through (shell §2.6). */
export function MerchantRow(props: MerchantRowProps) {
  const { headline, body, allTo, merchants, busy, sectionRef, className = '', FavoriteButton } = props
  const copy = useCopy()
  const id = useId()
  const [row, ends, leaf] = useCarouselEnds(merchants?.length ?? 0)
  useSlidesInView(row, merchants, headline)
  return (
    <section
      ref={sectionRef}
      className={`${styles.carousel} ${className}`.trim()}
      aria-labelledby={id}
      aria-busy={busy}
    >
      <SectionHead title={headline} id={id} allTo={allTo} all={copy('carousel.viewAll')} />
      {body ? <p className={styles.body}>{body}</p> : null}
      <ul ref={row} className={styles.row}>
        {merchants?.map(merchant => (
          <li key={merchant.id} className={styles.slide} data-merchant={merchant.id}>
            <MerchantSlide merchant={merchant} FavoriteButton={FavoriteButton} />
          </li>
        )) ?? <Ghosts />}
      </ul>
      <div className={styles.buttons}>
        <button
          type="button"
          className={styles.button}
          aria-label={copy('carousel.previous')}
          disabled={!merchants || ends.atStart}
          onClick={() => leaf(-1)}
        >
          <Icon name="chevron-left" />
        </button>
        <button
          type="button"
          className={styles.button}
          aria-label={copy('carousel.next')}
          disabled={!merchants || ends.atEnd}
          onClick={() => leaf(1)}
        >
          <Icon name="chevron-right" />
        </button>
      </div>
    </section>
  )
}

/** In the shape and size of what comes. */
function Ghosts() {
  return Array.from(Array(5).keys(), place => (
    <li key={place} className={`${styles.slide} ${styles.ghost}`} aria-hidden="true">
      <Skeleton shape="block" className={styles.ghostPicture} />
      <Skeleton shape="title" length="middle" />
      <Skeleton length="middle" />
      <Skeleton length="short" />
    </li>
  ))
}
