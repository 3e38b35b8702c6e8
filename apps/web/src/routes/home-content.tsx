import type { Member } from '@dineward/core/members/members.contract.ts'
import { visitorStatesOf } from '@dineward/core/members/visitor-states.rules.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AppContext } from '../app-context.ts'
import { visitorContentQuery } from '../features/content/content.queries.ts'
import { ContentBlocks } from '../features/content/content-blocks.tsx'
import { useFill } from '../features/content/use-fill.ts'
import { memberQuery } from '../features/members/members.queries.ts'
import { useApp } from '../partner/partner-context.tsx'
import { loadContent, renderCarousel } from './content/content-route.tsx'
import styles from './home-content.module.css'
import { JoinCall, KnownVisitorCall } from './join-call.tsx'

type Kind = 'home' | 'discover'

const contentFor = (app: AppContext, kind: Kind, member: Member | null) =>
  visitorContentQuery(app, kind, visitorStatesOf(app.partner, member))

export async function primeHomeContent(app: AppContext, kinds: readonly Kind[]): Promise<void> {
  const member = await app.queryClient.ensureQueryData(memberQuery(app)).catch(() => null)
  await Promise.all(kinds.map(kind => loadContent(app, contentFor(app, kind, member))))
}

interface HomeContentProps {
  readonly kind: Kind
  readonly member: Member | null
  /** Of several that are meant for a visitor, so many are shown. */
  readonly most?: number
  /** In place of content that there is none of. */
  readonly children?: ReactNode
}

/** What editors have written for somebody like this visitor (shell §6). */
export function HomeContent({ kind, member, most = 1, children = null }: HomeContentProps) {
  const fill = useFill()
  const { data: entries = [] } = useQuery(contentFor(useApp(), kind, member))
  if (entries.length === 0) return children
  return entries.slice(0, most).map(({ slug, title, blocks, disclaimer }) => (
    <section key={slug} className={`width-content ${styles.piece}`} data-titled={title !== ''}>
      {title ? <h2 className={styles.title}>{fill(title)}</h2> : null}
      <ContentBlocks blocks={blocks} renderCarousel={renderCarousel} />
      {disclaimer ? <p className={styles.disclaimer}>{fill(disclaimer)}</p> : null}
    </section>
  ))
}

/** How the home page ends: what editors wrote, and the way in. */
export function HomeEnd({ member }: { readonly member: Member | null }) {
  return (
    <>
      <HomeContent kind="home" member={member} />
      {member === null ? <KnownVisitorCall /> : null}
      <JoinCall member={member} />
    </>
  )
}
