import { AppLink } from './app-link.tsx'
import { Icon } from './icon.tsx'
import styles from './section-head.module.css'

interface SectionHeadProps {
  readonly title: string
  /** Of the headline, for what is named by it. */
  readonly id?: string
  /** Where all of them are. */
  readonly allTo: string
  readonly all: string
}

/** Above a few of many: what they are, and the way to the rest. */
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
