import { expect } from 'vitest'

/** What wire "Pages" promises of each page; `address` is its canonical one. */
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
}

/** The main content of a page. */
export const mainOf = (html: string): string => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
