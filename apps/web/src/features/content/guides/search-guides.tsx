import { useQuery } from '@tanstack/react-query'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { SectionHead } from '../../../ui/page/section-head.tsx'
import { GuideCards } from './guide-cards.tsx'
import styles from './guide-strip.module.css'
import { firstIds, guidesQuery, idsOf, pickedQuery, summaryOf } from './guides.queries.ts'

interface SearchGuidesProps {
  /** They are the restaurants of the page of results. */
  readonly merchantIds: readonly string[]
}

const most = 2

/** The guides that name most of these restaurants. */
export function SearchGuides({ merchantIds }: SearchGuidesProps) {
  const app = useApp()
  const copy = useCopy()
  const { data: all = [] } = useQuery(guidesQuery(app))
  const named = all
    .map(guide => ({ guide, count: idsOf(guide).filter(id => merchantIds.includes(id)).length }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
  const guides = named.slice(0, most).map(({ guide }) => summaryOf(guide))
  const { data: merchants } = useQuery({
    ...pickedQuery(app, firstIds(guides)),
    enabled: guides.length > 0,
  })
  if (!merchants) return null
  return (
    <section className={styles.strip}>
      <SectionHead title={copy('guides.inSearch')} allTo="/guides" all={copy('guides.all')} />
      <GuideCards guides={guides} merchants={merchants} level="h3" />
    </section>
  )
}
