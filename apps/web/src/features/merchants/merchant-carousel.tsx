import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useNear } from '../../lib/use-near.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './merchant-carousel.module.css'
import { carouselQuery } from './merchant-carousel.queries.ts'
import { MerchantSlide } from './merchant-slide.tsx'
import { searchAddress, searchStateOf } from './search-address.ts'
import { useCarouselEnds } from './use-carousel-ends.ts'
import { useSlidesInView } from './use-slides-in-view.ts'

interface MerchantCarouselProps {
  /** What follows `/search?`: whom to show. */
  readonly searchString: string
  readonly headline: string
  readonly body: string
}

/** A row of restaurants that an editor has chosen by a search (shell §2.6). Asked for when it comes near. */
export function MerchantCarousel({ searchString, headline, body }: MerchantCarouselProps) {
  const copy = useCopy()
  const id = useId()
  const [section, isNear] = useNear()
  const query = carouselQuery(useApp(), searchString)
  const { data: merchants, isError } = useQuery({ ...query, enabled: isNear })
  const [row, ends, leaf] = useCarouselEnds(merchants?.length ?? 0)
  useSlidesInView(row, merchants, headline)
  if (isError || merchants?.length === 0) return null
  return (
    <section ref={section} className={styles.carousel} aria-labelledby={id} aria-busy={isNear && !merchants}>
      <div className={styles.head}>
        <h2 id={id}>{headline}</h2>
        <AppLink className={styles.all} to={searchAddress(searchStateOf(new URLSearchParams(searchString)))}>
          {copy('carousel.viewAll')}
          <span className="visually-hidden">: {headline}</span>
          <Icon name="arrow" />
        </AppLink>
      </div>
      {body ? <p className={styles.body}>{body}</p> : null}
      <ul ref={row} className={styles.row}>
        {merchants?.map(merchant => (
          <li key={merchant.id} className={styles.slide} data-merchant={merchant.id}>
            <MerchantSlide merchant={merchant} />
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
    </li>
  ))
}
