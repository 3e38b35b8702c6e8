import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AppContext } from '../../../app-context.ts'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { type Carousel, ContentBlocks } from '../blocks/content-blocks.tsx'
import { Drawing } from '../blocks/drawing.tsx'
import { useFill } from '../blocks/use-fill.ts'
import { loadContent } from '../content.loaders.ts'
import { contentEntryQuery } from '../content.queries.ts'
import styles from './activation-stage.module.css'

type Stage = 'activation' | 'activated'

/** A partner without content has this copy. */
const defaultCopy = {
  activation: { head: 'activate.documentTitle', title: 'activate.title', text: 'activate.text' },
  activated: { head: 'activate.done.title', title: 'activate.done.title', text: 'activate.done.text' },
} as const

const stageQuery = (app: AppContext, stage: Stage) => contentEntryQuery(app, 'tier_1_activation', stage)

export async function primeStage(app: AppContext, stage: Stage): Promise<void> {
  await loadContent(app, stageQuery(app, stage))
}

interface ActivationStageProps {
  readonly stage: Stage
  readonly Carousel: Carousel
  readonly children: ReactNode
}

/** It is a step of activation, filled from content (shell §4). */
export function ActivationStage({ stage, Carousel, children }: ActivationStageProps) {
  const copy = useCopy()
  const fill = useFill()
  const { data: page = null } = useQuery(stageQuery(useApp(), stage))
  const words = defaultCopy[stage]
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
          <ContentBlocks blocks={page.main_column} Carousel={Carousel} />
        </div>
      ) : null}
    </>
  )
}
