import styles from './spinner.module.css'

interface SpinnerProps {
  /** Screen readers read it, and a large spinner shows it beside. It is omitted if the text around it says so. */
  readonly label?: string
  readonly size?: 'inline' | 'large'
}

export function Spinner({ label, size = 'inline' }: SpinnerProps) {
  if (label === undefined) return <span className={styles.ring} aria-hidden="true" />
  return (
    <span className={`${styles.waiting} ${styles[size]}`} role="status">
      <span className={styles.ring} aria-hidden="true" />
      <span>{label}</span>
    </span>
  )
}
