import { Fragment, type ReactNode } from 'react'
import { AppLink } from '../../../ui/app-link.tsx'
import styles from './rich-text.module.css'
import { type RichElement, type RichNode, richTextNodes } from './rich-text-nodes.ts'
import { useFill } from './use-fill.ts'

interface RichTextProps {
  readonly html: string
  /** Enlarge the first paragraph. */
  readonly lead?: boolean
}

/** Placeholders are filled in the parsed text, so that values cannot become markup. */
export function RichText({ html, lead = false }: RichTextProps) {
  return <RichNodes nodes={richTextNodes(html)} lead={lead} />
}

export function RichNodes({ nodes, lead = false }: { nodes: readonly RichNode[]; lead?: boolean }) {
  const fill = useFill()
  return <div className={lead ? `${styles.text} ${styles.lead}` : styles.text}>{drawn(nodes, fill)}</div>
}

export function RichWords({ nodes }: { readonly nodes: readonly RichNode[] }) {
  return drawn(nodes, useFill())
}

type Fill = (text: string) => string

function drawn(nodes: readonly RichNode[], fill: Fill): ReactNode {
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
