import type { ContentBlock } from '@dineward/core/content/content-fields.ts'
import type { ComponentType } from 'react'
import { AppLink } from '../../../ui/app-link.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './content-blocks.module.css'
import { figureOf } from './figure.ts'
import { RichNodes, RichText, RichWords } from './rich-text.tsx'
import { plainText, type RichNode, type RichSection, richTextNodes, sectionsOf } from './rich-text-nodes.ts'
import textFigureStyles from './text-figure.module.css'
import textQuestionsStyles from './text-questions.module.css'
import { TextSteps } from './text-steps.tsx'
import { useFill } from './use-fill.ts'

/** Passed in by the route, since restaurants are another feature. */
export type Carousel = ComponentType<{
  readonly searchString: string
  readonly headline: string
  readonly body: string
}>

interface ContentBlocksProps {
  readonly blocks: readonly ContentBlock[]
  readonly Carousel?: Carousel | undefined
  /** On the brand background, which may equal the action color. */
  readonly onBrand?: boolean
}

export function ContentBlocks({ blocks, Carousel, onBrand = false }: ContentBlocksProps) {
  if (blocks.length === 0) return null
  return (
    <div className={styles.blocks}>
      {blocks.map((block, index) => (
        <Block
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no names and do not move
          key={index}
          block={block}
          Carousel={Carousel}
          onBrand={onBrand}
          heading={blocks.slice(0, index).some(({ type }) => type === 'title') ? 'h3' : 'h2'}
        />
      ))}
    </div>
  )
}

interface BlockProps extends Pick<ContentBlocksProps, 'Carousel' | 'onBrand'> {
  readonly block: ContentBlock
  /** The heading level below the block's title, if it has one. */
  readonly heading: 'h2' | 'h3'
}

function Block({ block, Carousel, onBrand, heading }: BlockProps) {
  const fill = useFill()
  switch (block.type) {
    case 'title':
      return <h2 className={styles.title}>{fill(block.fields.title)}</h2>
    case 'button':
      return (
        <p>
          <ButtonLink to={block.fields.url} className={onBrand ? styles.onBrand : undefined}>
            {fill(block.fields.text)}
          </ButtonLink>
        </p>
      )
    case 'standalone_link':
      return (
        <p>
          <AppLink className={styles.link} to={block.fields.url}>
            {fill(block.fields.text)}
            <Icon name={block.fields.url.startsWith('https:') ? 'external' : 'arrow'} />
          </AppLink>
        </p>
      )
    case 'merchant_carousel': {
      const { search_string, headline, body } = block.fields
      if (!Carousel) return null
      return (
        <div className={styles.row}>
          <Carousel searchString={search_string} headline={fill(headline)} body={fill(body)} />
        </div>
      )
    }
    case 'body_text':
      return <BodyText {...block.fields} heading={heading} />
  }
}

function BodyText({
  body_text,
  look = 'text',
  drawings,
  heading,
}: Extract<ContentBlock, { type: 'body_text' }>['fields'] & Pick<BlockProps, 'heading'>) {
  if (look === 'steps' || look === 'questions') {
    const { before, sections } = sectionsOf(richTextNodes(body_text))
    if (sections.length === 0) return <RichText html={body_text} />
    if (look === 'steps')
      return <TextSteps before={before} sections={sections} heading={heading} drawings={drawings ?? []} />
    return (
      <div className={styles.questions}>
        <TextQuestions before={before} sections={sections} heading={heading} />
      </div>
    )
  }
  if (look === 'figure') return <TextFigure nodes={richTextNodes(body_text)} />
  if (look === 'note')
    return (
      <div className={styles.note}>
        <RichText html={body_text} />
      </div>
    )
  return <RichText html={body_text} lead={look === 'lead'} />
}

function TextFigure({ nodes }: { readonly nodes: readonly RichNode[] }) {
  const fill = useFill()
  const [first, ...rest] = nodes.filter(node => typeof node !== 'string' || node.trim() !== '')
  if (first === undefined) return null
  const { before, number, after } = figureOf(fill(plainText([first])))
  return (
    <div className={textFigureStyles.figure}>
      <p className={textFigureStyles.first} data-plain={number === '' || undefined}>
        {number === '' ? (
          <RichWords nodes={typeof first === 'string' ? [first] : first.children} />
        ) : (
          <>
            {before ? <span>{before} </span> : null}
            <strong className={textFigureStyles.number}>{number}</strong> <span>{after}</span>
          </>
        )}
      </p>
      {rest.length > 0 ? <RichNodes nodes={rest} /> : null}
    </div>
  )
}

interface TextQuestionsProps {
  readonly before: readonly RichNode[]
  readonly sections: readonly RichSection[]
  readonly heading: 'h2' | 'h3'
}

function TextQuestions({ before, sections, heading: Heading }: TextQuestionsProps) {
  return (
    <div className={textQuestionsStyles.questions}>
      {before.length > 0 ? <RichNodes nodes={before} /> : null}
      {sections.map(({ heading, body }) => (
        <details key={plainText([heading])} className={textQuestionsStyles.question}>
          <summary className={textQuestionsStyles.summary}>
            <Heading className={textQuestionsStyles.heading}>
              <RichWords nodes={heading.children} />
            </Heading>
            <Icon name="plus" className={textQuestionsStyles.sign} />
          </summary>
          <div className={textQuestionsStyles.answer}>
            <RichNodes nodes={body} />
          </div>
        </details>
      ))}
    </div>
  )
}
