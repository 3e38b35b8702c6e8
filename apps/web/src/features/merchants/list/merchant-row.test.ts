import { createElement } from 'react'
import { expect, it } from 'vitest'
import type { ListedMerchant } from '../../../lib/listed-merchant.ts'
import { appForTest } from '../../../testing/app-for-test.ts'
import { markupOf } from '../../../testing/markup-for-test.tsx'
import { MerchantRow } from './merchant-row.tsx'

const listed: ListedMerchant = {
  id: 'casa-lumen',
  name: 'Casa Lumen',
  images: { imageBaseUrl: '/images/merchants', placeholder: 'x1' },
  details: {
    rating: { overallRating: 4.4, numberOfRatings: 120 },
    priceRange: 3,
    cuisines: ['Italian'],
    highlight: null,
  },
  city: 'New York',
  neighborhood: 'NoHo',
  distance: 1.24,
  acclaimedLevel: 0,
}

const draw = (merchant: ListedMerchant) => {
  const row = { headline: 'Near you', allTo: '/search', merchants: [merchant], busy: false }
  return markupOf(appForTest(), createElement(MerchantRow, row)).replace(/<[^>]*>/g, '|')
}

it('slide: neighborhood, city and distance', () => {
  expect(draw(listed)).toMatch(/\|NoHo\|.*\|New York · 1\.2 mi\|/)
})

it('slide without a place to measure from: the city alone', () => {
  expect(draw({ ...listed, distance: null })).toMatch(/\|NoHo\|.*\|New York\|/)
})
