import { describe, expect, test } from 'vitest'
import { signsIn, styleFile } from './page-styles.ts'

const css = [
  '@layer reset,ui,features;',
  '@layer reset{*{margin:0}}',
  '@layer ui{.button_6f39{color:red}.button_6f39:hover{color:blue}.chip_9a52{color:green}}',
  '@layer features{.card_0a1b{display:grid}@media (width>=661px){.card_0a1b{gap:1px}.list_77aa{gap:2px}}',
  ':root:has(.bar_beef){padding:0}@keyframes rise_beef{0%{opacity:0}}.dot_c0de:after{content:"}{"}}',
  '@font-face{font-family:x}',
].join('')
const file = styleFile('/assets/a.css', css)
const used = (markup: string) => file.usedBy(signsIn(markup)).css

describe('a document takes of the styles', () => {
  test('all, where it shows all', () => {
    const all = '<p class="button_6f39 chip_9a52 card_0a1b bar_beef dot_c0de">'
    expect(used(all)).toBe(css)
  })

  test('nothing of modules that it does not show, and what is of none', () => {
    expect(used('<p>Nothing.</p>')).toBe(
      '@layer reset,ui,features;@layer reset{*{margin:0}}@font-face{font-family:x}',
    )
  })

  test('every rule of a module that it shows, in its layer', () => {
    expect(used('<a class="wide button_6f39">')).toBe(
      '@layer reset,ui,features;@layer reset{*{margin:0}}' +
        '@layer ui{.button_6f39{color:red}.button_6f39:hover{color:blue}}@font-face{font-family:x}',
    )
  })

  test('a block that rules of several modules stand in, for any of them', () => {
    expect(used('<ul class="list_77aa">')).toContain(
      '@media (width>=661px){.card_0a1b{gap:1px}.list_77aa{gap:2px}}',
    )
  })

  test('what moves and what asks for what is there, with its module', () => {
    const bar = used('<div class="bar_beef">')
    expect(bar).toContain(':root:has(.bar_beef){padding:0}')
    expect(bar).toContain('@keyframes rise_beef{0%{opacity:0}}')
  })

  test('texts with braces whole', () => {
    expect(used('<i class="dot_c0de">')).toContain('.dot_c0de:after{content:"}{"}}')
  })

  test('with a hash of what it takes', () => {
    const [one, other] = [signsIn('<p class="button_6f39">'), signsIn('<p class="chip_9a52">')]
    expect(file.usedBy(one).hash).not.toBe(file.usedBy(other).hash)
    expect(file.usedBy(one)).toBe(file.usedBy(new Set(one)))
  })
})

test.each([
  ['<p class="a_0000 b_ffff">', ['0000', 'ffff']],
  ['<p class="a_0000\n b">', ['0000']],
  ['<p>snake_case and a_12345</p>', []],
])('signs in %s', (markup, signs) => {
  expect([...signsIn(markup)]).toEqual(signs)
})
