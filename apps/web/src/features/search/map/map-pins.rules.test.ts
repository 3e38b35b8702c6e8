import { describe, expect, test } from 'vitest'
import type { FoundMerchant } from '../search-page.queries.ts'
import { pinLabels } from './map-pins.rules.ts'

interface Choice {
  readonly id: string
  readonly name?: string
  readonly rating?: number
  readonly rate?: string
  readonly flexOffer?: string
}

function merchant({ id, name = 'Casa Lumen', rating = 0, rate, ...offer }: Choice): FoundMerchant {
  return {
    id,
    name,
    latitude: 40.75,
    longitude: -73.98,
    city: 'New York',
    neighborhood: 'Midtown',
    images: { imageBaseUrl: '/images/merchants', placeholder: '' },
    distance: 1,
    acclaimedLevel: 0,
    details: {
      cuisines: ['Italian'],
      priceRange: 2,
      highlight: null,
      rating: { overallRating: rating, numberOfRatings: Math.ceil(rating) },
    },
    ...offer,
    ...(rate ? { earnRate: { text: `${rate} points`, short: rate } } : {}),
  }
}

const labelsOf = (...choices: readonly Choice[]) => [...pinLabels(choices.map(merchant)).values()]

describe('label of a pin', () => {
  test('rewards are the same everywhere: the rating', () => {
    expect(labelsOf({ id: 'a', rating: 4.64, rate: '3x' }, { id: 'b', rating: 4, rate: '3x' })).toEqual([
      '★ 4.6',
      '★ 4.0',
    ])
  })

  test('rewards differ: the reward, and the rating where none is earned', () => {
    expect(
      labelsOf(
        { id: 'a', rating: 4.6, rate: '3x' },
        { id: 'b', rating: 4, rate: '5x' },
        { id: 'c', rating: 3 },
      ),
    ).toEqual(['3x', '5x', '★ 3.0'])
  })

  test('an offer in place of the usual reward: the offer', () => {
    expect(labelsOf({ id: 'a', rate: '3x', flexOffer: '5x' }, { id: 'b', rate: '3x' })).toEqual(['5x', '3x'])
  })

  test('not rated yet: the name, shortened to what a pin can hold', () => {
    expect(labelsOf({ id: 'a' }, { id: 'b', name: 'The Long Island Fish House' })).toEqual([
      'Casa Lumen',
      'The Long Isla…',
    ])
  })
})
