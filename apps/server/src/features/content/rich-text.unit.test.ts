import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanMarkup, cleanRichText } from './rich-text.rules.ts'

describe('rich text', () => {
  test.each([
    '<p>Earn <strong>3 miles</strong> and <em>more</em>.<br />Really.</p>',
    '<h3>How</h3><ol><li>Dine</li><li>Earn</li></ol><h4>Why</h4><ul><li>So</li></ul>',
    '<p><a href="/search?q=1&amp;r=2">Find</a> <a href="tel:+18005550100">Call</a></p>',
    '<p>{program name} &amp; friends, 5 &lt; 6</p>',
  ])('keeps %s', markup => {
    expect(cleanMarkup(markup)).toBe(markup)
  })

  test.each([
    ['<script>alert(1)</script><p>Hi</p>', '<p>Hi</p>'],
    ['<p onclick="alert(1)" style="x" class="y" id="z">Hi</p>', '<p>Hi</p>'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<svg><script>alert(1)</script></svg>', ''],
    ['<svg/onload=alert(1)>', ''],
    ['<iframe src="https://evil.example"></iframe>', ''],
    ['<style>body{display:none}</style>', ''],
    ['<form action="/x"><input name="password">Hi</form>', 'Hi'],
    ['<math><mi xlink:href="javascript:alert(1)">x</mi></math>', 'x'],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', '<p></p>'],
    ['<!-- <script> --><p>Hi</p>', '<p>Hi</p>'],
    ['<p>Hi', '<p>Hi</p>'],
    ['<b>Bold</b> <i>slanted</i>', '<strong>Bold</strong> <em>slanted</em>'],
    ['<h1>Big</h1><h6>small</h6>', '<h3>Big</h3><h4>small</h4>'],
    ['<a href="https://x.example" target="_blank" rel="opener">x</a>', '<a href="https://x.example">x</a>'],
  ])('%s becomes %s', (markup, clean) => {
    expect(cleanMarkup(markup)).toBe(clean)
  })

  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT&#58;alert(1)',
    'java&#10;script:alert(1)',
    ' &#1; javascript:alert(1)',
    'data:text/html,hi',
    '//evil.example',
    '/\\evil.example',
    'http://evil.example',
    '/{program name}',
    'relative',
    '',
  ])('a link to %s keeps its words only', href => {
    const bad = `<a href="${href}"><b>some</b> words</a>`
    const [good, text] = ['<a href="/search">others</a>', '<strong>some</strong> words']
    expect(cleanMarkup(`<p>${bad}, ${good}, ${bad}</p>${bad}<p>${good}</p>`)).toBe(
      `<p>${text}, ${good}, ${text}</p>${text}<p>${good}</p>`,
    )
  })

  test('what comes out is closed in the order it was opened, whatever goes in', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      '<a href="/x">',
      '<a href="x:y">',
      '</a>',
      '<h2>',
      '</h2>',
      '<div>',
      '</div>',
      '<li>',
      '</li>',
      '<ul>',
      '</ul>',
      '<span>',
      '</span>',
      '<script>',
      '</script>',
      'text',
      '<',
      '&',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), pieces => {
        const open: string[] = []
        for (const [, slash, tag = ''] of cleanMarkup(pieces.join('')).matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
          expect(['p', 'strong', 'a', 'h3', 'ul', 'li']).toContain(tag)
          if (slash) expect(open.pop()).toBe(tag)
          else open.push(tag)
        }
        expect(open).toEqual([])
      }),
    )
  })

  test('nested without end is cut, and fast', () => {
    const startedAt = process.threadCpuUsage()
    const clean = cleanMarkup('<ul><li>'.repeat(2_400))
    expect(clean.length).toBeLessThan(20_000)
    expect(process.threadCpuUsage(startedAt).user / 1_000).toBeLessThan(4_000)
  })

  test('what is already clean is not changed by cleaning it again', () => {
    const once = cleanMarkup('<p>a <b>b</b> &lt;script&gt; <a href="/x?a=1&b=2">c</a> <u>d</u>')
    expect(cleanMarkup(once)).toBe(once)
  })
})

test('is cleaned at any depth of an entry; other fields stay', () => {
  const fields = {
    title: '<b>as it is</b>',
    main_column: [{ type: 'body_text', fields: { body_text: '<p onclick="x">Hi</p>' } }],
  }
  expect(cleanRichText(fields)).toEqual({
    title: '<b>as it is</b>',
    main_column: [{ type: 'body_text', fields: { body_text: '<p>Hi</p>' } }],
  })
})

test.each([
  '<',
  '<a ',
  '<p>',
  '</',
  '<!--',
  '&',
  '&amp;',
  '<a href="',
  '<b <i ',
  '{',
  '<![CDATA[',
  "'",
  '<p><ul><li>',
])('as much of %j as an editor may write is cleaned in no time worth speaking of', unit => {
  const startedAt = process.threadCpuUsage()
  cleanMarkup(`${unit.repeat(20_000).slice(0, 20_000)}!`)
  // What grows with the square of the length takes many seconds; this leaves a slow machine its time.
  expect(process.threadCpuUsage(startedAt).user / 1_000).toBeLessThan(8_000)
})
