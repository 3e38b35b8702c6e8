import styles from './skeleton.module.css'

interface SkeletonProps {
  /** `block` fills what it stands in; its size comes from `className`. */
  readonly shape?: 'line' | 'title' | 'block'
  /** Of a line. */
  readonly length?: 'short' | 'middle' | 'full'
  readonly className?: string | undefined
}

/** Stands where content will be, in its shape. Decoration only: the region around it says that it is busy. */
export function Skeleton({ shape = 'line', length = 'full', className = '' }: SkeletonProps) {
  return (
    <span
      className={`${styles.skeleton} ${styles[shape]} ${styles[length]} ${className}`}
      aria-hidden="true"
    />
  )
}
