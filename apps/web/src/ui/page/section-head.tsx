import { AppLink } from '../app-link.tsx'
import { Icon } from '../icon.tsx'
import styles from './section-head.module.css'

interface SectionHeadProps {
  readonly title: string
  /** The heading's id, for `aria-labelledby`. */
  readonly id?: string
  readonly allTo: string
  readonly all: string
}

export function SectionHead({ title, id, allTo, all }: SectionHeadProps) {
  return (
    <div className={styles.head}>
      <h2 id={id}>{title}</h2>
      <AppLink className={styles.all} to={allTo}>
        {all}
        <span className="visually-hidden">: {title}</span>
        <Icon name="arrow" />
      </AppLink>
    </div>
  )
}
