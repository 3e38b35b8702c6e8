import { describe, expect, test } from 'vitest'
import type { ContentEntry } from './content-fields.ts'
import { frameContentOf } from './frame-content.ts'

const pageAt = (url: string) => ({ slug: 'page', type: 'pages', fields: { url } }) as ContentEntry<'pages'>

describe('pages of content', () => {
  test.each(['/colophon', '/partners/airport-tables', '/offers/2026/may_1'])('have a route at %s', url => {
    const { contentPaths } = frameContentOf({ pages: [pageAt(url)] }, { generalModalType: null })
    expect(contentPaths).toEqual([url])
  })

  test.each([
    '',
    '/',
    '/*',
    '/offers/*',
    '/:anything',
    '/offers?',
    '/offers?may=1',
    'https://example.com/a',
    '//evil.example',
  ])('have none at "%s"', url => {
    const { contentPaths } = frameContentOf({ pages: [pageAt(url)] }, { generalModalType: null })
    expect(contentPaths).toEqual([])
  })
})
