import { useQuery } from '@tanstack/react-query'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { SectionHead } from '../../../ui/page/section-head.tsx'
import { GuideCards } from './guide-cards.tsx'
import styles from './guide-strip.module.css'
import { firstIds, guideSummariesQuery, pickedQuery } from './guides.queries.ts'

export const guidesInStrip = 3

/** The program's first guides, and the way to all. */
export function GuideStrip() {
  const app = useApp()
  const copy = useCopy()
  const { data: all = [] } = useQuery(guideSummariesQuery(app))
  const guides = all.slice(0, guidesInStrip)
  const { data: merchants = [] } = useQuery(pickedQuery(app, firstIds(guides)))
  if (guides.length === 0) return null
  return (
    <section className={`width-content ${styles.strip}`}>
      <SectionHead title={copy('guides.title')} allTo="/guides" all={copy('guides.all')} />
      <GuideCards guides={guides} merchants={merchants} level="h3" />
    </section>
  )
}
