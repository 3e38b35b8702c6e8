import type { RouteObject } from 'react-router'
import { describe, expect, it } from 'vitest'
import { siteMapOf } from './site-map.ts'

const routes: RouteObject[] = [
  {
    children: [
      { index: true },
      { path: 'search' },
      {
        path: 'account',
        children: [
          { path: 'manage_cards', handle: { entersCard: true } },
          { path: 'overview' },
          { path: '*' },
        ],
      },
      { path: 'discover/*' },
      { path: 'add_card', handle: { entersCard: true } },
      { path: '*' },
    ],
  },
]
const siteMap = siteMapOf(() => routes)

describe('site map', () => {
  it.each(['/', '/search', '/account/overview', '/search?q=pie#map', '/se%61rch', '/discover/new'])(
    '%s: a page',
    path => {
      expect(siteMap.hasPage(path)).toBe(true)
    },
  )

  it.each(['/earn', '/account/user_profile', '/join', '/searching', '/%E0%A4%A'])('%s: not a page', path => {
    expect(siteMap.hasPage(path)).toBe(false)
  })

  it.each([
    ['/add_card', true],
    ['/add_card?from=join', true],
    ['/account/manage_cards', true],
    ['/account/overview', false],
    ['/nowhere', false],
  ])('card entered at %s: %s', (path, enters) => {
    expect(siteMap.entersCard(path)).toBe(enters)
  })
})
