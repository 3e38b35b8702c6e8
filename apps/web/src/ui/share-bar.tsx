import styles from './share-bar.module.css'

/** How much of a whole, as a bar: 0 to 1. Drawn beside words that say the same. */
export function ShareBar({ share }: { readonly share: number }) {
  return (
    <svg className={styles.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width={Math.max(0, Math.min(1, share)) * 100} height="1" />
    </svg>
  )
}
