import { Fragment, type ReactNode } from 'react'
import { AppLink } from '../../ui/app-link.tsx'
import styles from './rich-text.module.css'
import { type RichElement, type RichNode, richTextNodes } from './rich-text-nodes.ts'
import { useFill } from './use-fill.ts'

interface RichTextProps {
  /** Marked up by an editor, cleaned by the server. */
  readonly html: string
  /** The first words of a page are larger. */
  readonly lead?: boolean
}

/** Marked-up text. Placeholders are filled in where it is text already, so that their values cannot become markup. */
export function RichText({ html, lead = false }: RichTextProps) {
  return <RichNodes nodes={richTextNodes(html)} lead={lead} />
}

export function RichNodes({ nodes, lead = false }: { nodes: readonly RichNode[]; lead?: boolean }) {
  const fill = useFill()
  return <div className={lead ? `${styles.text} ${styles.lead}` : styles.text}>{drawn(nodes, fill)}</div>
}

/** The text alone, for a place that is a heading or a paragraph itself. */
export function RichWords({ nodes }: { readonly nodes: readonly RichNode[] }) {
  return drawn(nodes, useFill())
}

type Fill = (text: string) => string

function drawn(nodes: readonly RichNode[], fill: Fill): ReactNode {
  // The order of a text is what it is: nothing in it moves.
  return nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a text moves, and its words are no keys
    <Fragment key={index}>{typeof node === 'string' ? fill(node) : drawnElement(node, fill)}</Fragment>
  ))
}

function drawnElement({ tag, href, children }: RichElement, fill: Fill): ReactNode {
  if (tag === 'br') return <br />
  const inside = drawn(children, fill)
  if (tag === 'a') return href === null ? inside : <AppLink to={href}>{inside}</AppLink>
  const Element = tag
  return <Element>{inside}</Element>
}
