import styles from './skeleton.module.css'

interface SkeletonProps {
  /** `block` fills its container; set its size by `className`. */
  readonly shape?: 'line' | 'title' | 'block'
  readonly length?: 'short' | 'middle' | 'full'
  readonly className?: string | undefined
}

/** It is decorative: the region around it has `aria-busy`. */
export function Skeleton({ shape = 'line', length = 'full', className = '' }: SkeletonProps) {
  return (
    <span
      className={`${styles.skeleton} ${styles[shape]} ${styles[length]} ${className}`}
      aria-hidden="true"
    />
  )
}
