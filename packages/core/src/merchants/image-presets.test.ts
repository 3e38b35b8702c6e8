import { expect, test } from 'vitest'
import { imageSize, promoImageUrl } from './image-presets.ts'

test.each([
  ['thumbnail', 1, 200, 143],
  ['card', 1, 500, 357],
  ['detail', 1, 600, 375],
  ['card', 2, 1000, 714],
  ['detail', 2, 1200, 750],
] as const)('%s at density %i is %i x %i (shell §3.11)', (preset, density, width, height) => {
  expect(imageSize(preset, density)).toEqual({ width, height })
})

test('the address of a picture names its preset, and its density only when it is not 1', () => {
  expect(promoImageUrl('/images/merchants', 'm1', 'card')).toBe('/images/merchants/m1/promo?preset=card')
  expect(promoImageUrl('/images/merchants', 'm1', 'detail', 2)).toBe(
    '/images/merchants/m1/promo?preset=detail&dpr=2',
  )
})
