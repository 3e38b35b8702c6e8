import { describe, expect, test } from 'vitest'
import { readMarkup, writeMarkup } from './rich-text-markup.ts'

const throughEditor = (markup: string) => {
  const doc = readMarkup(markup)
  return doc && writeMarkup(doc)
}

describe('markup through the editor', () => {
  test.each([
    ['no text', ''],
    ['paragraphs, a line break', '<p>Dine {program name} &amp; earn</p><p>One<br />two &lt;3</p>'],
    ['formats within each other', '<p><strong>Now <em>twice</em></strong> the <em>points</em></p>'],
    ['a link with a format', '<p><a href="/search?q=a&amp;b">All <strong>places</strong></a></p>'],
    ['headings, lists', '<h3>How</h3><h4>First</h4><ul><li>Join</li><li>Dine<ol><li>Pay</li></ol></li></ul>'],
    ['an item of two paragraphs', '<ul><li><p>One</p><p>Two</p></li><li></li></ul>'],
    ['empty lines', '<p>One</p><p></p><p>Two</p>'],
  ])('%s -> as it was', (_name, markup) => {
    expect(throughEditor(markup)).toBe(markup)
  })

  test.each([
    ['text without a paragraph', 'Hello <em>you</em>', '<p>Hello <em>you</em></p>'],
    ['blank lines of a file', '<p>One</p>\n<p>Two</p>\n', '<p>One</p><p>Two</p>'],
    ['a short break', '<p>One<br>two</p>', '<p>One<br />two</p>'],
    [
      'a format around a link',
      '<p><strong><a href="/">Home</a></strong></p>',
      '<p><a href="/"><strong>Home</strong></a></p>',
    ],
    ['paragraphs of single lines', '<ul><li><p>One</p></li></ul>', '<ul><li>One</li></ul>'],
  ])('%s -> the same to a reader', (_name, markup, written) => {
    expect(throughEditor(markup)).toBe(written)
    expect(throughEditor(written)).toBe(written)
  })

  test.each([
    ['a table', '<table><tr><td>1</td></tr></table>'],
    ['a picture', '<p>One<img src="/a.png"></p>'],
    ['an attribute', '<p class="lead">One</p>'],
    ['a script’s address', '<p><a href="javascript:alert(1)">One</a></p>'],
    ['a heading in an item', '<ul><li><h3>One</h3></li></ul>'],
    ['an item without a list', '<li>One</li>'],
    ['formats that overlap', '<p><strong>One <em>two</strong></em></p>'],
    ['an open paragraph', '<p>One'],
    ['a comment', '<!-- note --><p>One</p>'],
  ])('%s -> not shown, so that nothing is lost', (_name, markup) => {
    expect(readMarkup(markup)).toBeNull()
  })
})
