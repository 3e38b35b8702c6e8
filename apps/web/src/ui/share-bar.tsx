import styles from './share-bar.module.css'

/** The share goes from 0 to 1. The bar is decorative: the text beside it says the same. */
export function ShareBar({ share }: { readonly share: number }) {
  return (
    <svg className={styles.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width={Math.max(0, Math.min(1, share)) * 100} height="1" />
    </svg>
  )
}
