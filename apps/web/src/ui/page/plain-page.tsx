import type { ReactNode } from 'react'
import { Card } from '../card.tsx'
import { PageHead } from './page-head.tsx'
import styles from './plain-page.module.css'

interface PlainPageProps {
  readonly documentTitle: string
  readonly title: string
  readonly text: string
  readonly index?: boolean
  readonly children: ReactNode
}

export function PlainPage({ documentTitle, title, text, index = false, children }: PlainPageProps) {
  return (
    <div className={styles.page}>
      <PageHead title={documentTitle} index={index} />
      <Card padding="roomy" className={styles.card}>
        <div className={styles.head}>
          <h1>{title}</h1>
          <p className={styles.text}>{text}</p>
        </div>
        {children}
      </Card>
    </div>
  )
}
