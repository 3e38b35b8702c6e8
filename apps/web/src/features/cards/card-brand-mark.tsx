import type { CardType } from '@dineward/core/cards/cards.contract.ts'
import styles from './card-brand-mark.module.css'

const strokes = { fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinejoin: 'round' } as const

const marks: Record<CardType, React.ReactNode> = {
  Visa: (
    <path
      {...strokes}
      d="m7 8.500 2.500 7 4-7M16 8.500l-1.300 7M22.500 9c-3-1.300-4.600.6-3.400 1.900 1 1.100 2.900 1.300 2.500 2.900-.4 1.600-3 1.900-4.300 1M24.500 15.500l4.300-7 1.700 7M26 13.300h4"
    />
  ),
  Mastercard: (
    <>
      <circle cx="15" cy="12" r="5.500" {...strokes} />
      <circle cx="21" cy="12" r="5.500" {...strokes} />
    </>
  ),
  Amex: (
    <path
      {...strokes}
      d="m4 15.500 3-7 3 7M5 13.300h4M12 15.500v-7l3 4.200 3-4.200v7M25 8.500h-4.500v7H25M20.500 12h4M27 8.500l5 7M32 8.500l-5 7"
    />
  ),
  Discover: (
    <>
      <path
        {...strokes}
        d="M3 8.500v7h2a3.500 3.500 0 0 0 0-7zM11.500 8.500v7M19 9c-3-1.300-4.600.6-3.400 1.900 1 1.100 2.900 1.300 2.500 2.900-.4 1.600-3 1.900-4.300 1M26 9.500a3.300 3.300 0 1 0 0 5"
      />
      <circle cx="31" cy="12" r="3" fill="currentColor" />
    </>
  ),
}

export function CardBrandMark({ cardType }: { cardType: CardType }) {
  return (
    <svg className={styles.mark} viewBox="0 0 36 24" width="54" height="36" aria-hidden="true">
      {marks[cardType]}
    </svg>
  )
}
