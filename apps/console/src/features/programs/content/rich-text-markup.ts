import { isAddress } from '@dineward/core/content/content-fields.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import type { JSONContent as TextNode } from '@tiptap/react'

/*
 * The markup of rich text (`rich-text.rules.ts` of the server) to the document of the editor, and back. A markup that
 * `readMarkup` does not know is edited as text, so that nothing of it is lost.
 */

interface Mark {
  readonly type: string
  readonly attrs?: Record<string, unknown>
}

interface OpenNode {
  readonly type: string
  readonly attrs?: Record<string, unknown>
  readonly content: TextNode[]
}

const token = /<(\/?)(p|br|strong|em|ul|ol|li|h3|h4|a)(?:\s+href="([^"]*)")?\s*\/?>|([^<]+)/g
const blockTypes = {
  p: { type: 'paragraph' },
  h3: { type: 'heading', attrs: { level: 3 } },
  h4: { type: 'heading', attrs: { level: 4 } },
  ul: { type: 'bulletList' },
  ol: { type: 'orderedList' },
  li: { type: 'listItem' },
} satisfies Record<string, Omit<OpenNode, 'content'>>
const tagOf = { bulletList: 'ul', orderedList: 'ol', listItem: 'li' } satisfies Record<string, string>
const markTypes = { strong: 'bold', em: 'italic', a: 'link' } as const
const holdsText = ({ type }: OpenNode) => type === 'paragraph' || type === 'heading'
const isList = ({ type }: OpenNode) => type === 'bulletList' || type === 'orderedList'

/** @returns null for what the editor cannot show. */
export function readMarkup(markup: string): TextNode | null {
  const reader = new MarkupReader()
  let end = 0
  for (const match of markup.matchAll(token)) {
    const [whole, slash, tag, href, text] = match
    if (match.index !== end) return null
    end += whole.length
    if (!reader.take({ tag, isEnd: slash === '/', href, text })) return null
  }
  return end === markup.length ? reader.finish() : null
}

interface Token {
  readonly tag: string | undefined
  readonly isEnd: boolean
  readonly href: string | undefined
  readonly text: string | undefined
}

class MarkupReader {
  readonly #open: OpenNode[] = [{ type: 'doc', content: [] }]
  readonly #marks: Mark[] = []

  /** @returns false where this one cannot be shown. */
  take({ tag, isEnd, href, text }: Token): boolean {
    if (text !== undefined) return this.#text(decoded(text))
    if (tag === 'br') return this.#inline({ type: 'hardBreak' })
    if (tag === 'strong' || tag === 'em' || tag === 'a') return this.#mark(markTypes[tag], isEnd, href)
    return isEnd ? this.#end(tag!) : this.#start(tag!)
  }

  finish(): TextNode | null {
    this.#leaveImplied()
    if (this.#open.length > 1 || this.#marks.length > 0) return null
    const { content } = this.#top
    return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }
  }

  get #top(): OpenNode {
    return this.#open.at(-1)!
  }

  #text(text: string): boolean {
    if (holdsText(this.#top) || text.trim() !== '') return this.#inline({ type: 'text', text })
    return true
  }

  /** Text without a paragraph is one, in lists and at the top. */
  #inline(node: TextNode): boolean {
    if (isList(this.#top)) return false
    if (!holdsText(this.#top)) this.#push({ type: 'paragraph', attrs: { isImplied: true } })
    this.#top.content.push(this.#marks.length > 0 ? { ...node, marks: [...this.#marks] } : node)
    return true
  }

  #mark(type: Mark['type'], isEnd: boolean, href: string | undefined): boolean {
    if (isEnd) return this.#marks.pop()?.type === type
    if (this.#marks.some(mark => mark.type === type)) return false
    if (type !== 'link') return this.#marks.push({ type }) > 0
    const address = decoded(href ?? '')
    return isAddress(address) && this.#marks.push({ type, attrs: { href: address } }) > 0
  }

  #start(tag: string): boolean {
    this.#leaveImplied()
    const isItem = tag === 'li'
    if (this.#marks.length > 0 || holdsText(this.#top) || isItem !== isList(this.#top)) return false
    // The editor begins each item with a paragraph, and has no headings in lists.
    if (
      this.#top.type === 'listItem' &&
      (tag.startsWith('h') || (tag !== 'p' && this.#top.content.length === 0))
    )
      return false
    this.#push(lookUp(blockTypes, tag)!)
    return true
  }

  #end(tag: string): boolean {
    if (tag !== 'p') this.#leaveImplied()
    const { type, attrs } = this.#top
    const expected: Omit<OpenNode, 'content'> = lookUp(blockTypes, tag)!
    if (this.#marks.length > 0 || type !== expected.type || attrs?.level !== expected.attrs?.level)
      return false
    if (attrs?.isImplied) return false
    if (type === 'listItem' && this.#top.content.length === 0) this.#top.content.push({ type: 'paragraph' })
    this.#pop()
    return true
  }

  #push(node: Omit<OpenNode, 'content'>): void {
    this.#open.push({ ...node, content: [] })
  }

  #pop(): void {
    const { attrs, ...node } = this.#open.pop()!
    this.#top.content.push(attrs && !attrs.isImplied ? { ...node, attrs } : node)
  }

  #leaveImplied(): void {
    if (this.#top.attrs?.isImplied) this.#pop()
  }
}

/** An empty document is an empty text. */
export function writeMarkup(doc: TextNode): string {
  const written = (doc.content ?? []).map(writeBlock).join('')
  return written === '<p></p>' ? '' : written
}

function writeBlock(node: TextNode): string {
  const { type = '', content = [], attrs } = node
  const tag = type === 'heading' ? `h${attrs?.level}` : (lookUp(tagOf, type) ?? 'p')
  if (type === 'paragraph' || type === 'heading') return `<${tag}>${writeInline(content)}</${tag}>`
  // A list of single lines has no paragraphs.
  const isLine = type === 'listItem' && content.filter(one => one.type === 'paragraph').length === 1
  const inner = content.map(one =>
    isLine && one.type === 'paragraph' ? writeInline(one.content ?? []) : writeBlock(one),
  )
  return `<${tag}>${inner.join('')}</${tag}>`
}

const markOrder = ['link', 'bold', 'italic']
const markTags = { link: 'a', bold: 'strong', italic: 'em' } satisfies Record<string, string>

function writeInline(nodes: readonly TextNode[]): string {
  let written = ''
  const open: Mark[] = []
  const close = (count: number) => {
    while (open.length > count) written += `</${lookUp(markTags, open.pop()!.type)}>`
  }
  for (const node of nodes) {
    const marks = (node.marks ?? [])
      .filter(({ type }) => markOrder.includes(type))
      .toSorted((one, other) => markOrder.indexOf(one.type) - markOrder.indexOf(other.type))
    close(sharedMarks(open, marks))
    for (const mark of marks.slice(open.length)) {
      open.push(mark)
      const href = mark.type === 'link' ? ` href="${escaped(String(mark.attrs?.href))}"` : ''
      written += `<${lookUp(markTags, mark.type)}${href}>`
    }
    written += node.type === 'hardBreak' ? '<br />' : escaped(node.text ?? '')
  }
  close(0)
  return written
}

function sharedMarks(open: readonly Mark[], next: readonly Mark[]): number {
  const differs = open.findIndex(
    (mark, index) => mark.type !== next[index]?.type || mark.attrs?.href !== next[index]?.attrs?.href,
  )
  return differs < 0 ? open.length : differs
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const characters = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': '\u00a0',
} satisfies Record<string, string>
const decoded = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|nbsp);/g, entity => lookUp(characters, entity)!)
