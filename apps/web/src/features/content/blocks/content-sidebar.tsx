import type { ContentFields } from '@dineward/core/content/content-fields.ts'
import { Card } from '../../../ui/card.tsx'
import { ContentBlocks } from './content-blocks.tsx'
import styles from './content-sidebar.module.css'
import { useFill } from './use-fill.ts'

interface ContentSidebarProps {
  readonly sidebar: ContentFields['sidebar'] | null
  readonly padding?: 'normal' | 'roomy'
}

export function ContentSidebar({ sidebar, padding = 'normal' }: ContentSidebarProps) {
  const fill = useFill()
  if (!sidebar || (sidebar.title === '' && sidebar.main_column.length === 0)) return null
  return (
    <Card as="section" padding={padding} className={styles.sidebar}>
      {sidebar.title ? <h2 className={styles.title}>{fill(sidebar.title)}</h2> : null}
      <ContentBlocks blocks={sidebar.main_column} />
    </Card>
  )
}
