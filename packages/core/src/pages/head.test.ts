import { describe, expect, it } from 'vitest'
import { partnerForTest } from '../partner/partner-for-test.ts'
import { headOf } from './head.rules.ts'

const routeMeta = {
  '/': { title: 'Plain home', description: 'Home says so.', keywords: 'home, words' },
  '/search': { title: 'Plain search', description: 'Search says so.', keywords: 'search, words' },
}
const described = partnerForTest('plain', { routeMeta })
const silent = partnerForTest('plain')
const at = (pathname: string) => ({ origin: 'https://plain.example', pathname })

describe('what a page is called elsewhere', () => {
  it("is the partner's words for the path, before the page's own", () => {
    expect(headOf(described, at('/search'), { title: 'Find', description: 'Mine.' })).toEqual({
      documentTitle: 'Find | Plain Dining',
      title: 'Plain search',
      description: 'Search says so.',
      keywords: 'search, words',
      canonical: 'https://plain.example/search',
    })
  })

  it("is the page's own words where the partner has none for the path, and the home entry for what it leaves out", () => {
    expect(headOf(described, at('/merchants/7'), { title: 'Casa Lumen' })).toMatchObject({
      title: 'Casa Lumen',
      description: 'Home says so.',
      keywords: 'home, words',
    })
  })

  it.each([{}, { title: '', description: '' }])(
    'is the home entry where neither says anything: %j',
    words => {
      expect(headOf(described, at('/nowhere'), words)).toMatchObject({
        documentTitle: 'Plain home | Plain Dining',
        title: 'Plain home',
        description: 'Home says so.',
      })
    },
  )

  it("is the partner's name where there is no home entry either", () => {
    expect(headOf(silent, at('/nowhere'))).toEqual({
      documentTitle: 'Plain | Plain Dining',
      title: 'Plain',
      description: 'Plain',
      keywords: 'Plain',
      canonical: 'https://plain.example/nowhere',
    })
  })

  it('names the program once', () => {
    expect(headOf(described, at('/join'), { title: 'Join Plain Dining' }).documentTitle).toBe(
      'Join Plain Dining',
    )
  })

  it.each([
    ['/', 'https://plain.example/'],
    ['/search/', 'https://plain.example/search'],
  ])('is canonical at %s: %s', (pathname, canonical) => {
    expect(headOf(described, at(pathname)).canonical).toBe(canonical)
  })

  it('does not read entries from the prototype', () => {
    expect(headOf(silent, at('constructor')).title).toBe('Plain')
  })
})
