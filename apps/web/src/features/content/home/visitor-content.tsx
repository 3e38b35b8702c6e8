import type { Member } from '@dineward/core/members/members.contract.ts'
import { visitorStatesOf } from '@dineward/core/members/visitor-states.rules.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AppContext } from '../../../app-context.ts'
import { useApp } from '../../../partner/partner-context.tsx'
import { type Carousel, ContentBlocks } from '../blocks/content-blocks.tsx'
import { useFill } from '../blocks/use-fill.ts'
import { loadContent } from '../content.loaders.ts'
import { visitorContentQuery } from '../content.queries.ts'
import styles from './visitor-content.module.css'

type Kind = 'home' | 'discover'

const contentFor = (app: AppContext, kind: Kind, member: Member | null) =>
  visitorContentQuery(app, kind, visitorStatesOf(app.partner, member))

export async function primeVisitorContent(
  app: AppContext,
  kinds: readonly Kind[],
  member: Member | null,
): Promise<void> {
  await Promise.all(kinds.map(kind => loadContent(app, contentFor(app, kind, member))))
}

interface VisitorContentProps {
  readonly kind: Kind
  readonly member: Member | null
  readonly Carousel: Carousel
  readonly limit?: number
  readonly children?: ReactNode
}

export function VisitorContent({ kind, member, Carousel, limit = 1, children = null }: VisitorContentProps) {
  const fill = useFill()
  const { data: entries = [] } = useQuery(contentFor(useApp(), kind, member))
  if (entries.length === 0) return children
  return entries.slice(0, limit).map(({ slug, title, blocks, disclaimer }) => (
    <section key={slug} className={`width-content ${styles.piece}`} data-titled={title !== ''}>
      {title ? <h2 className={styles.title}>{fill(title)}</h2> : null}
      <ContentBlocks blocks={blocks} Carousel={Carousel} />
      {disclaimer ? <p className={styles.disclaimer}>{fill(disclaimer)}</p> : null}
    </section>
  ))
}
