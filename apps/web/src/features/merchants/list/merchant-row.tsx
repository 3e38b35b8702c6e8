import { type RefCallback, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { whenInView } from '../../../lib/deferred/in-view.ts'
import type { AskedTable, ListedMerchant } from '../../../lib/listed-merchant.ts'
import { track } from '../../../lib/tracking/tracking.ts'
import { useCopy } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MerchantPicture } from '../../../ui/merchant-picture.tsx'
import { SectionHead } from '../../../ui/page/section-head.tsx'
import { PriceMeter } from '../../../ui/price-meter.tsx'
import { Rating } from '../../../ui/rating.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CardTables } from './card-tables.tsx'
import { CardCorners, distanceText, type FavoriteButtonSlot, MerchantReward } from './merchant-card-parts.tsx'
import styles from './merchant-row.module.css'

interface MerchantRowProps {
  readonly headline: string
  readonly body?: string
  readonly allTo: string
  readonly merchants: readonly ListedMerchant[] | undefined
  readonly busy: boolean
  /** Each slide shows its free times for it. */
  readonly asked?: AskedTable | null
  readonly sectionRef?: RefCallback<Element>
  readonly className?: string
  readonly FavoriteButton?: FavoriteButtonSlot | undefined
}

export function MerchantRow(props: MerchantRowProps) {
  const {
    headline,
    body,
    allTo,
    merchants,
    busy,
    sectionRef,
    asked = null,
    className = '',
    FavoriteButton,
  } = props
  const copy = useCopy()
  const id = useId()
  const [row, ends, leaf] = useCarouselEnds(merchants?.length ?? 0)
  useSlideImpressions(row, merchants, headline)
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
            <MerchantSlide merchant={merchant} asked={asked} FavoriteButton={FavoriteButton} />
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

function Ghosts() {
  return Array.from(Array(5).keys(), place => (
    <li key={place} className={`${styles.slide} ${styles.ghost}`} aria-hidden="true">
      <Skeleton shape="block" className={styles.ghostPicture} />
      <Skeleton shape="title" length="middle" />
      <Skeleton length="middle" />
      <Skeleton length="middle" />
      <Skeleton length="short" />
    </li>
  ))
}

interface MerchantSlideProps {
  readonly merchant: ListedMerchant
  readonly asked?: AskedTable | null
  readonly FavoriteButton?: FavoriteButtonSlot | undefined
}

/** It is 200 px wide (shell §9). */
export function MerchantSlide({ merchant, asked = null, FavoriteButton }: MerchantSlideProps) {
  const copy = useCopy()
  const to = `/merchants/${encodeURIComponent(merchant.id)}`
  const { cuisines, priceRange, rating } = merchant.details
  const where = [merchant.city, distanceText(copy, merchant)].filter(Boolean).join(' · ')
  return (
    <article className={styles.slideSlide}>
      <div className={styles.frame}>
        <MerchantPicture merchant={merchant} sizes="200px" crop="small" className={styles.picture} />
        <CardCorners merchant={merchant} FavoriteButton={FavoriteButton} />
      </div>
      <h3 className={styles.name}>
        <AppLink className="covers" to={to}>
          {merchant.name}
        </AppLink>
      </h3>
      <p className={styles.facts}>
        <Rating rating={rating.overallRating} count={rating.numberOfRatings} />
      </p>
      <p className={styles.facts}>
        <PriceMeter level={priceRange} /> {cuisines[0]}
      </p>
      <p className={styles.facts}>{merchant.neighborhood}</p>
      <p className={styles.facts}>{where}</p>
      <MerchantReward merchant={merchant} to={to} />
      <CardTables merchant={merchant} asked={asked} />
    </article>
  )
}

/** Each slide is tracked once (shell §9, docs/tracking.md). */
export function useSlideImpressions(
  row: RefObject<Element | null>,
  merchants: readonly ListedMerchant[] | undefined,
  headline: string,
): void {
  const seen = useRef(new Set<string>())
  useEffect(() => {
    if (!row.current || !merchants) return
    const slides = [...row.current.querySelectorAll<HTMLElement>('[data-merchant]')]
    const stops = slides.map((slide, position) =>
      whenInView(slide, () => {
        const merchantId = slide.dataset.merchant
        if (!merchantId || seen.current.has(merchantId)) return
        seen.current.add(merchantId)
        track({ event: 'carousel_impression', merchantId, list: headline.slice(0, 100), position })
      }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [row, merchants, headline])
}

interface Ends {
  readonly atStart: boolean
  readonly atEnd: boolean
}

export function useCarouselEnds(
  slides: number,
): readonly [RefObject<HTMLUListElement | null>, Ends, (direction: -1 | 1) => void] {
  const row = useRef<HTMLUListElement>(null)
  const [ends, setEnds] = useState<Ends>({ atStart: true, atEnd: true })
  const keepFocus = useEndFocus(ends)

  // biome-ignore lint/correctness/useExhaustiveDependencies: other slides may end elsewhere
  useEffect(() => {
    const element = row.current
    if (!element) return
    const measure = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      // Browsers round the scroll position.
      setEnds({ atStart: scrollLeft < 2, atEnd: scrollLeft + clientWidth > scrollWidth - 2 })
    }
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [slides])

  const leaf = (direction: -1 | 1) => {
    const element = row.current
    keepFocus()
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    element?.scrollBy({ left: direction * element.clientWidth * 0.9, behavior: calm ? 'auto' : 'smooth' })
  }
  return [row, ends, leaf]
}

/** A focused button that becomes disabled loses the focus: move it to the other one. */
function useEndFocus(ends: Ends): () => void {
  const pressed = useRef<HTMLButtonElement | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: at an end, a button is disabled
  useEffect(() => {
    const button = pressed.current
    if (!button?.disabled) return
    pressed.current = null
    if (document.activeElement === button || document.activeElement === document.body)
      button.parentElement?.querySelector<HTMLElement>('button:enabled')?.focus({ preventScroll: true })
  }, [ends])
  return () => {
    const focused = document.activeElement
    pressed.current = focused instanceof HTMLButtonElement ? focused : null
  }
}
