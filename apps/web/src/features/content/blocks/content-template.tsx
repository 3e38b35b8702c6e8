import type { ContentPage } from '@dineward/core/content/content-fields.ts'
import type { ReactNode } from 'react'
import { useApp } from '../../../partner/partner-context.tsx'
import { breadcrumbs, JsonLd } from '../../../ui/page/json-ld.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { NextStep } from '../home/next-step.tsx'
import { descriptionOf } from '../page-description.rules.ts'
import { ContentBanner } from './content-banner.tsx'
import { type Carousel, ContentBlocks } from './content-blocks.tsx'
import styles from './content-template.module.css'
import { useFill } from './use-fill.ts'

export interface ContentTemplateProps extends Omit<Parameters<typeof ContentBanner>[0], 'page' | 'title'> {
  /** Null while there is no content: the heading is still shown. */
  readonly page: ContentPage | null
  readonly title: string
  readonly Carousel: Carousel
  readonly children?: ReactNode
  readonly side?: ReactNode
  readonly smallPrint?: string
  /** They are the way to this page, for search engines. */
  readonly steps?: Parameters<typeof breadcrumbs>[1]
}

/** Shell §2.6 describes the content page. */
export function ContentTemplate(props: ContentTemplateProps) {
  const { page, Carousel, children, side, steps, smallPrint = '', ...banner } = props
  const { origin } = useApp()
  const fill = useFill()
  const title = fill(page?.title || props.title)
  const blocks = page?.side_column ?? []
  const hasSide = side !== undefined || blocks.length > 0
  const disclaimers = [page?.disclaimer ?? '', smallPrint].map(fill).filter(Boolean)
  return (
    <div className={styles.page}>
      <PageHead title={fill(page?.browser_title || '') || title} description={fill(descriptionOf(page))} />
      {steps ? <JsonLd about={title} describe={() => [breadcrumbs(origin, steps)]} /> : null}
      <ContentBanner {...banner} page={page} title={title} />
      <div className={`width-content ${styles.columns}`} data-columns={hasSide ? 2 : 1}>
        <div className={styles.main}>
          <ContentBlocks blocks={page?.main_column ?? []} Carousel={Carousel} />
          {children}
        </div>
        {hasSide ? (
          <aside className={styles.side}>
            {side}
            <ContentBlocks blocks={blocks} Carousel={Carousel} />
          </aside>
        ) : null}
      </div>
      <NextStep member={props.member} />
      {disclaimers.length > 0 ? (
        <div className={`width-content ${styles.disclaimer}`}>
          {disclaimers.map(text => (
            <p key={text}>{text}</p>
          ))}
        </div>
      ) : null}
    </div>
  )
}
