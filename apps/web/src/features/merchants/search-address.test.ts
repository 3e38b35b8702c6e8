import { describe, expect, it } from 'vitest'
import { countFilters, searchAddress, searchStateOf, withoutFilters } from './search-address.ts'

const read = (query: string) => searchStateOf(new URLSearchParams(query))

describe('a search and its address', () => {
  it.each([
    '/search',
    '/search?location=Austin%2C+TX&restaurantOrCuisine=ramen',
    '/search?latitude=40.76&longitude=-73.99&priceRange=2&priceRange=3&acclaimed=true&sortBy=rating&pageNo=4',
    '/search?benefitsFor=Mon&features=takeout&mealsServed=lateNight&radiusMiles=50',
  ])('is the same after reading and writing: %s', address => {
    expect(searchAddress(read(address.split('?')[1] ?? ''))).toBe(address)
  })

  it('leaves out what an emptied form sends', () => {
    expect(searchAddress(read('location=&restaurantOrCuisine=++&sortBy=distance&pageNo=1'))).toBe('/search')
  })

  it.each([
    ['a price that does not exist', 'priceRange=9&priceRange=2', { priceRange: ['2'] }],
    ['half a place', 'latitude=40', { latitude: null, longitude: null }],
    ['a place off the globe', 'latitude=91&longitude=0', { latitude: null, longitude: null }],
    ['a page before the first', 'pageNo=-1', { pageNo: 1 }],
    ['an unknown order', 'sortBy=luck', { sortBy: 'distance' }],
    ['a campaign that is no code', 'campaignCode=%3Cb%3E', { campaignCode: '' }],
  ])('takes %s as not said', (_case, query, expected) => {
    expect(read(query)).toMatchObject(expected)
  })

  it('keeps place and words when filters come off, and begins at page one', () => {
    const state = read('location=Austin&priceRange=1&acclaimed=true&benefitsFor=Sun&pageNo=3')
    expect(countFilters(state)).toBe(3)
    expect(searchAddress(withoutFilters(state))).toBe('/search?location=Austin')
  })
})
