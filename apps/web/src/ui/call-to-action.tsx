import type { ReactNode } from 'react'
import { ButtonLink } from './button.tsx'
import styles from './call-to-action.module.css'

interface CallToActionProps {
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

export function CallToAction({ title, text, children }: CallToActionProps) {
  return (
    <section className="width-content">
      <div className={`on-brand ${styles.card}`}>
        <div className={styles.words}>
          <h2 className={styles.title}>{title}</h2>
          <p>{text}</p>
        </div>
        {children}
      </div>
    </section>
  )
}

export function CallToActionLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <ButtonLink to={to} size="large" className={styles.action}>
      {children}
    </ButtonLink>
  )
}
