import { Icon } from '../../ui/icon.tsx'
import { RichNodes, RichWords } from './rich-text.tsx'
import { plainText, type RichNode, type RichSection } from './rich-text-nodes.ts'
import styles from './text-questions.module.css'

interface TextQuestionsProps {
  readonly before: readonly RichNode[]
  readonly sections: readonly RichSection[]
}

/** A text divided at its headings into questions that open on their answers, without script too. */
export function TextQuestions({ before, sections }: TextQuestionsProps) {
  return (
    <div className={styles.questions}>
      {before.length > 0 ? <RichNodes nodes={before} /> : null}
      {sections.map(({ heading, body }) => (
        <details key={plainText([heading])} className={styles.question}>
          <summary className={styles.summary}>
            <h3 className={styles.heading}>
              <RichWords nodes={heading.children} />
            </h3>
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
