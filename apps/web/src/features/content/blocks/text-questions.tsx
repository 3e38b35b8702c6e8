import { Icon } from '../../../ui/icon.tsx'
import { RichNodes, RichWords } from './rich-text.tsx'
import { plainText, type RichNode, type RichSection } from './rich-text-nodes.ts'
import styles from './text-questions.module.css'

interface TextQuestionsProps {
  readonly before: readonly RichNode[]
  readonly sections: readonly RichSection[]
  readonly heading: 'h2' | 'h3'
}

export function TextQuestions({ before, sections, heading: Heading }: TextQuestionsProps) {
  return (
    <div className={styles.questions}>
      {before.length > 0 ? <RichNodes nodes={before} /> : null}
      {sections.map(({ heading, body }) => (
        <details key={plainText([heading])} className={styles.question}>
          <summary className={styles.summary}>
            <Heading className={styles.heading}>
              <RichWords nodes={heading.children} />
            </Heading>
            <Icon name="plus" className={styles.sign} />
          </summary>
          <div className={styles.answer}>
            <RichNodes nodes={body} />
          </div>
        </details>
      ))}
    </div>
  )
}
