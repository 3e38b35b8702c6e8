import type { DrawingName } from '@dineward/core/content/content-fields.ts'
import { Drawing } from './drawing.tsx'
import { RichNodes, RichWords } from './rich-text.tsx'
import { plainText, type RichNode, type RichSection } from './rich-text-nodes.ts'
import styles from './text-steps.module.css'

interface TextStepsProps {
  readonly before: readonly RichNode[]
  readonly sections: readonly RichSection[]
  readonly heading: 'h2' | 'h3'
  /** There is one for each step; further steps have only their number. */
  readonly drawings: readonly DrawingName[]
}

export function TextSteps({ before, sections, drawings, heading: Heading }: TextStepsProps) {
  return (
    <div className={styles.steps}>
      {before.length > 0 ? <RichNodes nodes={before} /> : null}
      <ol className={styles.list}>
        {sections.map(({ heading, body }, index) => {
          const drawing = drawings[index]
          return (
            <li key={plainText([heading])} className={styles.step}>
              <span className={styles.number} aria-hidden="true">
                {index + 1}
              </span>
              <div className={styles.words}>
                <Heading className={styles.heading}>
                  <RichWords nodes={heading.children} />
                </Heading>
                <RichNodes nodes={body} />
              </div>
              {drawing ? <Drawing name={drawing} className={styles.drawing} /> : null}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
