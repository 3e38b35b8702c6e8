import { expect } from 'vitest'

/** It checks what wire "Pages" promises of each page; `address` is its canonical one. */
export function expectWholePage(html: string, address: string): void {
  expect(html).toMatch(/^<!doctype html><html lang="en-US">/)
  expect(html.match(/<h1[ >]/g)).toHaveLength(1)
  expect(html.match(/<title>[^<]{5,}<\/title>/g)).toHaveLength(1)
  expect(html.match(/<meta name="description" content="[^"]{20,}"/g)).toHaveLength(1)
  expect(html.match(/<meta name="keywords" content="[^"]+"/g)).toHaveLength(1)
  expect(html.match(/<link rel="canonical" href="[^"]*"/g)).toEqual([
    `<link rel="canonical" href="${address}"`,
  ])
  expect(html).toMatch(/<a [^>]*href="#main"/)
  expect(html.match(/<main [^>]*id="main"/g)).toHaveLength(1)
  // Every placeholder has been filled in.
  expect(mainOf(html).match(/\{[a-z][a-z ]+\}/i)?.[0]).toBeUndefined()
  expect(unstyledClasses(html)).toEqual([])
  expect(buttonsWithoutEffect(html)).toEqual([])
}

/** Classes whose rules are not in the document: these parts would change when a script brings them. */
export function unstyledClasses(html: string): string[] {
  const css = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, rules]) => rules).join('')
  const classes = [...html.matchAll(/ class="([^"]+)"/g)].flatMap(([, names]) => names!.split(' '))
  const styled = new Set([...css.matchAll(/\.([\w-]+)/g)].map(([, name]) => name!))
  // A class of our own modules is letters for its file, then a number.
  const own = [...new Set(classes)].filter(name => /^[a-z]{1,2}\d+$/.test(name))
  expect(own).not.toEqual([])
  return own.filter(name => !styled.has(name))
}

/** Buttons that do nothing until there is script, and do not say so. */
export function buttonsWithoutEffect(html: string): string[] {
  // Script opens a closed dialog.
  const buttons =
    html.replaceAll(/<dialog(?![^>]* open=)[\s\S]*?<\/dialog>/g, '').match(/<button [^>]*>/g) ?? []
  return buttons.filter(tag => / type="button"/.test(tag) && !/ (?:popovertarget|disabled)="/i.test(tag))
}

export const mainOf = (html: string): string => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
