import { lookUp } from '@dineward/core/shared/look-up.ts'

/*
 * Parse an editor's markup, which the server has sanitized, into a tree. Elements that are not listed become text, so
 * that markup never runs. The renderer escapes text.
 */

const tags = ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'h3', 'h4', 'a'] as const
export type RichTag = (typeof tags)[number]

export interface RichElement {
  readonly tag: RichTag
  readonly href: string | null
  readonly children: readonly RichNode[]
}
export type RichNode = string | RichElement

interface OpenElement {
  readonly tag: RichTag
  readonly href: string | null
  readonly children: RichNode[]
}

/** Deeper nesting is flattened. */
const maxDepth = 16

const token = /<(\/?)([a-z][a-z0-9]*)([^<>]*)>|[^<]+|</gi

/** It is total and linear. Unclosed elements end with their parent. */
export function richTextNodes(html: string): readonly RichNode[] {
  const root: RichNode[] = []
  const open: OpenElement[] = []
  const add = (node: RichNode) => (open.at(-1)?.children ?? root).push(node)
  const close = () => {
    const closed = open.pop()
    if (closed) add(closed)
  }
  for (const [whole, slash, name, attributes = ''] of html.matchAll(token)) {
    const tag = name === undefined ? null : tagOf(name)
    if (name === undefined) add(decoded(whole))
    else if (tag === 'br') add({ tag, href: null, children: [] })
    else if (tag && slash) {
      if (open.some(element => element.tag === tag)) while (open.at(-1)?.tag !== tag) close()
      if (open.at(-1)?.tag === tag) close()
    } else if (tag && open.length < maxDepth)
      open.push({ tag, href: tag === 'a' ? hrefOf(attributes) : null, children: [] })
  }
  while (open.length > 0) close()
  return root
}

export interface RichSection {
  readonly heading: RichElement
  readonly body: readonly RichNode[]
}

/** Split at third-level headings. */
export function sectionsOf(nodes: readonly RichNode[]): {
  readonly before: readonly RichNode[]
  readonly sections: readonly RichSection[]
} {
  const starts = nodes.flatMap((node, index) => (isHeading(node) ? [index] : []))
  return {
    before: nodes.slice(0, starts[0] ?? nodes.length),
    sections: starts.map((start, index) => ({
      heading: nodes[start] as RichElement,
      body: nodes.slice(start + 1, starts[index + 1] ?? nodes.length),
    })),
  }
}

export function plainText(nodes: readonly RichNode[]): string {
  return nodes.map(node => (typeof node === 'string' ? node : plainText(node.children))).join('')
}

const isHeading = (node: RichNode) => typeof node !== 'string' && node.tag === 'h3'

function tagOf(name: string): RichTag | null {
  const lower = name.toLowerCase()
  return tags.find(tag => tag === lower) ?? null
}

/** It is a path on this site, https, tel or mailto, and null for anything that could execute. */
function hrefOf(attributes: string): string | null {
  const [, value = ''] = /\shref="([^"]*)"/i.exec(attributes) ?? []
  const href = decoded(value).trim()
  return /^(\/(?![/\\])|https:\/\/|tel:|mailto:)[^\s\\]*$/i.test(href) ? href : null
}

const named = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' } satisfies Record<
  string,
  string
>

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return lookUp(named, name.toLowerCase()) ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
