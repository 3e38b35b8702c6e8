import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText, type RichNode, richTextNodes, sectionsOf } from './rich-text-nodes.ts'

const tagsIn = (nodes: readonly RichNode[]): string[] =>
  nodes.flatMap(node => (typeof node === 'string' ? [] : [node.tag, ...tagsIn(node.children)]))
const hrefsIn = (nodes: readonly RichNode[]): (string | null)[] =>
  nodes.flatMap(node =>
    typeof node === 'string' ? [] : [...(node.tag === 'a' ? [node.href] : []), ...hrefsIn(node.children)],
  )

describe('rich text', () => {
  it('markup: parsed into a tree', () => {
    expect(richTextNodes('<p>Tip <strong>well</strong></p>')).toEqual([
      {
        tag: 'p',
        href: null,
        children: ['Tip ', { tag: 'strong', href: null, children: ['well'] }],
      },
    ])
  })

  it.each([
    ['Fish &amp; chips', 'Fish & chips'],
    ['&lt;b&gt;', '<b>'],
    ['&#8217;&#x2019;', '’’'],
    ['&bogus; & &amp', '&bogus; & &amp'],
    ['&#0;&#1114112;', '&#0;&#1114112;'],
    ['1 < 2', '1 < 2'],
  ])('%s: text is %s', (html, words) => {
    expect(plainText(richTextNodes(html))).toBe(words)
  })

  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['a picture with a handler', '<img src=x onerror="alert(1)">'],
    ['a frame', '<iframe src="https://evil.example"></iframe>'],
    ['an upper-case script', '<SCRIPT>alert(1)</SCRIPT>'],
  ])('%s: not an element', (_case, html) => {
    expect(tagsIn(richTextNodes(`<p>${html}</p>`))).toEqual(['p'])
  })

  it.each([
    ['/search?acclaimed=true', '/search?acclaimed=true'],
    ['https://example.com/a', 'https://example.com/a'],
    ['mailto:hello@example.com', 'mailto:hello@example.com'],
    ['tel:+18005550142', 'tel:+18005550142'],
    ['/search?a=1&amp;b=2', '/search?a=1&b=2'],
    ['javascript:alert(1)', null],
    ['&#106;avascript:alert(1)', null],
    ['data:text/html,hi', null],
    ['//evil.example', null],
    ['/\\evil.example', null],
    ['http://plain.example', null],
  ])('link to %s: href is %s', (href, expected) => {
    expect(hrefsIn(richTextNodes(`<a href="${href}">there</a>`))).toEqual([expected])
  })

  it('unclosed element: ends with its parent', () => {
    expect(tagsIn(richTextNodes('<p>one <em>two</p><p>three'))).toEqual(['p', 'em', 'p'])
    expect(plainText(richTextNodes('</p></ul>left over'))).toBe('left over')
  })

  it('any markup: all text is parsed, within the depth limit', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<em>',
      '</em>',
      '<li>',
      '<a href="/x">',
      '<script>',
      'x',
      '<',
      '&',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200 }), pieces => {
        const nodes = richTextNodes(pieces.join(''))
        expect(tagsIn(nodes)).not.toContain('script')
        expect(depthOf(nodes)).toBeLessThanOrEqual(17)
        const words = pieces.filter(one => one === 'x').length
        expect(plainText(nodes).match(/x/g)?.length ?? 0).toBe(words)
      }),
    )
  })
})

describe('text split at headings', () => {
  it('headings: text before the first and sections', () => {
    const { before, sections } = sectionsOf(
      richTextNodes('<p>First</p><h3>One</h3><p>a</p><p>b</p><h3>Two</h3>'),
    )
    expect(plainText(before)).toBe('First')
    expect(sections.map(({ heading, body }) => [plainText([heading]), plainText(body)])).toEqual([
      ['One', 'ab'],
      ['Two', ''],
    ])
  })

  it('no headings: no sections', () => {
    expect(sectionsOf(richTextNodes('<p>Only words</p>')).sections).toEqual([])
  })
})

function depthOf(nodes: readonly RichNode[]): number {
  return Math.max(0, ...nodes.map(node => (typeof node === 'string' ? 0 : 1 + depthOf(node.children))))
}
