import { figureOf } from './figure.ts'
import { RichNodes, RichWords } from './rich-text.tsx'
import { plainText, type RichNode } from './rich-text-nodes.ts'
import styles from './text-figure.module.css'
import { useFill } from './use-fill.ts'

export function TextFigure({ nodes }: { readonly nodes: readonly RichNode[] }) {
  const fill = useFill()
  const [first, ...rest] = nodes.filter(node => typeof node !== 'string' || node.trim() !== '')
  if (first === undefined) return null
  const { before, number, after } = figureOf(fill(plainText([first])))
  return (
    <div className={styles.figure}>
      <p className={styles.first} data-plain={number === '' || undefined}>
        {number === '' ? (
          <RichWords nodes={typeof first === 'string' ? [first] : first.children} />
        ) : (
          <>
            {before ? <span>{before} </span> : null}
            <strong className={styles.number}>{number}</strong> <span>{after}</span>
          </>
        )}
      </p>
      {rest.length > 0 ? <RichNodes nodes={rest} /> : null}
    </div>
  )
}
