import { expect, test } from 'vitest'
import { withKnownParams } from './page-params.ts'

test.each([
  ['/', '/'],
  ['/?a=1', '/'],
  ['/search?', '/search'],
  [
    '/search?fbclid=x&location=New+York&gclid=y&priceRange=1&priceRange=2',
    '/search?location=New+York&priceRange=1&priceRange=2',
  ],
  ['/login?return%54o=%2Fsearch%3Fa%3D1', '/login?return%54o=%2Fsearch%3Fa%3D1'],
  ['/search?__proto__=x&constructor=y&&=', '/search'],
])('%s: rendered as %s', (url, known) => {
  expect(withKnownParams(url)).toBe(known)
})
