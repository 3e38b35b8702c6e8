import type { ReactNode } from 'react'
import { useCopy } from '../partner/partner-context.tsx'
import { AppLink } from './app-link.tsx'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { Icon } from './icon.tsx'
import styles from './summary-card.module.css'

interface SummaryCardProps {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

/** It shows one thing of the account, under its name. */
export function SummaryCard({ id, title, children }: SummaryCardProps) {
  return (
    <Card as="section" className={styles.card} aria-labelledby={id}>
      <h2 className={`label ${styles.title}`} id={id}>
        {title}
      </h2>
      {children}
    </Card>
  )
}

export function SummaryLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <AppLink className={styles.more} to={to}>
      {children}
      <Icon name="arrow" />
    </AppLink>
  )
}

interface SummaryNotLoadedProps extends Pick<SummaryCardProps, 'id' | 'title'> {
  readonly query: { readonly isFetching: boolean; readonly refetch: () => unknown }
}

/** It stands in for a part of a page whose call failed; the rest of the page is there. */
export function SummaryNotLoaded({ id, title, query }: SummaryNotLoadedProps) {
  const copy = useCopy()
  return (
    <SummaryCard id={id} title={title}>
      <p>{copy('layout.partNotLoaded')}</p>
      <Button
        variant="quiet"
        size="small"
        className={styles.retry}
        busy={query.isFetching}
        onClick={() => void query.refetch()}
      >
        {copy('layout.tryAgain')}
        <span className="visually-hidden">: {title}</span>
      </Button>
    </SummaryCard>
  )
}
