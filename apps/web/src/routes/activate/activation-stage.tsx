import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AppContext } from '../../app-context.ts'
import { contentEntryQuery } from '../../features/content/content.queries.ts'
import { ContentBlocks } from '../../features/content/content-blocks.tsx'
import { Drawing } from '../../features/content/drawing.tsx'
import { useFill } from '../../features/content/use-fill.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { loadContent, renderCarousel } from '../content/content-route.tsx'
import styles from './activate.module.css'

type Stage = 'activation' | 'activated'

/** Words of the product, for a partner without content of its own. */
const usualWords = {
  activation: { head: 'activate.documentTitle', title: 'activate.title', text: 'activate.text' },
  activated: { head: 'activate.done.title', title: 'activate.done.title', text: 'activate.done.text' },
} as const

const stageQuery = (app: AppContext, stage: Stage) => contentEntryQuery(app, 'tier_1_activation', stage)

export async function primeStage(app: AppContext, stage: Stage): Promise<void> {
  await loadContent(app, stageQuery(app, stage))
}

interface ActivationStageProps {
  readonly stage: Stage
  /** The one thing to do here. */
  readonly children: ReactNode
}

/** One of the two stages of activation, in the words of its content (shell §4). */
export function ActivationStage({ stage, children }: ActivationStageProps) {
  const copy = useCopy()
  const fill = useFill()
  const { data: page = null } = useQuery(stageQuery(useApp(), stage))
  const words = usualWords[stage]
  const drawing = page?.banner.enable_banner ? page.banner.drawing : undefined
  return (
    <>
      <PageHead title={fill(page?.browser_title ?? '') || copy(words.head)} index={false} />
      <section className={`on-brand ${styles.band}`}>
        <div className={`width-content ${styles.inner}`}>
          <div className={styles.words}>
            <h1 className={styles.title}>{fill(page?.title ?? '') || copy(words.title)}</h1>
            {page?.banner_text.length ? (
              <ContentBlocks blocks={page.banner_text} onBrand />
            ) : (
              <p>{copy(words.text)}</p>
            )}
            {children}
          </div>
          {drawing ? <Drawing name={drawing} className={styles.drawing} /> : null}
        </div>
      </section>
      {page && page.main_column.length > 0 ? (
        <div className={`width-content ${styles.more}`}>
          <ContentBlocks blocks={page.main_column} renderCarousel={renderCarousel} />
        </div>
      ) : null}
    </>
  )
}
