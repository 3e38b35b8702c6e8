import { defaultCopy } from '@dineward/core/partner/default-copy.ts'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

/* Every text in a component is a copy key or content, so that partners can change it. */

const sources = import.meta.glob<string>(['./**/*.tsx', '!./**/*.test.tsx', '!./**/*-for-test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Language-independent. */
const abbreviations = new Set(['UTC'])

/** Visible or read by screen readers. */
const spoken = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'title',
  'alt',
  'placeholder',
])

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

/** They are in markup or in such an attribute. */
function wordsIn(source: string): string[] {
  const { program, errors } = parseSync('component.tsx', source)
  if (errors.length > 0) throw new Error(errors.map(error => error.message).join('\n'))
  return allNodes(program)
    .flatMap(node => {
      if (node.type === 'JSXText') return [String(node.value).replace(/&[#\w]+;/g, ' ')]
      if (node.type === 'JSXElement' || node.type === 'JSXFragment')
        return (node.children as Node[]).filter(isExpression).flatMap(child => said(child.expression as Node))
      if (node.type !== 'JSXAttribute' || !spoken.has(String((node.name as Node).name))) return []
      const value = node.value as Node | null
      return value ? said(isExpression(value) ? (value.expression as Node) : value) : []
    })
    .map(text => text.trim())
    .filter(isWording)
}

/** Copy keys are not text: components pass them on. */
const isWording = (text: string) =>
  /\p{L}/u.test(text) && !Object.hasOwn(defaultCopy, text) && !abbreviations.has(text)

const isExpression = (node: Node) => node.type === 'JSXExpressionContainer'

/** They are possible string values of an expression; arguments and comparisons are ignored. */
function said(node: Node): string[] {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : []
    case 'TemplateLiteral':
      return [
        ...(node.quasis as Node[]).map(part => (part.value as { cooked: string }).cooked),
        ...(node.expressions as Node[]).flatMap(said),
      ]
    case 'ConditionalExpression':
      return [...said(node.consequent as Node), ...said(node.alternate as Node)]
    case 'LogicalExpression':
      return [...said(node.left as Node), ...said(node.right as Node)]
    case 'BinaryExpression':
      return node.operator === '+' ? [...said(node.left as Node), ...said(node.right as Node)] : []
    default:
      return []
  }
}

function allNodes(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(allNodes)
  if (typeof value !== 'object' || value === null) return []
  const below = Object.values(value).flatMap(allNodes)
  return typeof (value as Node).type === 'string' ? [value as Node, ...below] : below
}

describe('text in components', () => {
  it('some components: found', () => {
    expect(Object.keys(sources).length).toBeGreaterThan(100)
  })

  it.each(Object.keys(sources))('%s', file => {
    expect(wordsIn(sources[file]!)).toEqual([])
  })
})

describe('detection of text', () => {
  it.each([
    ['<p>Hello there</p>', ['Hello there']],
    ['<p>{hungry ? "Dinner" : `See you`}</p>', ['Dinner', 'See you']],
    ['<p>{count + " points"}</p>', ['points']],
    ['<img alt="A plate" />', ['A plate']],
    ['<button aria-label={open && "Close"} />', ['Close']],
  ])('%s: text', (markup, words) => {
    expect(wordsIn(`const part = ${markup}`)).toEqual(words)
  })

  it.each([
    '<p>{copy("nav.join")}</p>',
    '<Account title="nav.join" />',
    '<p className="label">{count} · &nbsp;</p>',
    '<img alt="" src="/a.png" />',
    '<p>{kind === "earn" ? copy("a.b") : null}</p>',
  ])('%s: no text', markup => {
    expect(wordsIn(`const part = ${markup}`)).toEqual([])
  })
})
