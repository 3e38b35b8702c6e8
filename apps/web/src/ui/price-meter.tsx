import { useCopy } from '../partner/partner-context.tsx'
import styles from './price-meter.module.css'

/** It is the price level out of four (shell §9), and empty if unknown. */
export function PriceMeter({ level }: { readonly level: number }) {
  const copy = useCopy()
  if (level < 1) return null
  return (
    <span className={styles.meter}>
      <span aria-hidden="true">
        {'$'.repeat(level)}
        <span className={styles.rest}>{'$'.repeat(4 - level)}</span>
      </span>
      <span className="visually-hidden">{copy('merchantCard.price', { level: String(level) })}</span>
    </span>
  )
}
