import { createElement } from 'react'
import { expect, test } from 'vitest'
import { appForTest } from '../../../testing/app-for-test.ts'
import { markupOf } from '../../../testing/markup-for-test.tsx'
import { MerchantBadges } from './merchant-card-parts.tsx'

test.each([
  [{ highlight: 'leavingSoon', highlightDate: '2026-03-24' }, 'Leaving soon · until Mar 24'],
  [{ highlight: 'comingSoon', highlightDate: '2026-03-24' }, 'Coming soon · from Mar 24'],
  [{ highlight: 'new' }, 'New'],
] as const)('badge of %j -> %s', (highlighted, words) => {
  const rating = { overallRating: 4.4, numberOfRatings: 120 }
  const details = { rating, priceRange: 3, cuisines: ['Italian'], ...highlighted }
  const badges = createElement(MerchantBadges, { merchant: { details, acclaimedLevel: 0 } })
  expect(markupOf(appForTest(), badges).replaceAll(/<[^>]*>/g, '')).toBe(words)
})
