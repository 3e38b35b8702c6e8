import { expect, test } from 'vitest'
import { imageSize, promoImageUrl, sizedImageUrl } from './image-presets.ts'

test.each([
  ['thumbnail', 1, 200, 143],
  ['card', 1, 500, 357],
  ['detail', 1, 600, 375],
  ['card', 2, 1000, 714],
  ['detail', 2, 1200, 750],
] as const)('%s at density %i is %i x %i (shell §3.11)', (preset, density, width, height) => {
  expect(imageSize(preset, density)).toEqual({ width, height })
})

test.each([
  ['card', 1, undefined, '/images/merchants/m1/promo?preset=card'],
  ['detail', 2, undefined, '/images/merchants/m1/promo?preset=detail&dpr=2'],
  ['card', 1, 'a1b2y', '/images/merchants/m1/promo?preset=card&v=a1b2y'],
  ['thumbnail', 2, 'a1b2y', '/images/merchants/m1/promo?preset=thumbnail&dpr=2&v=a1b2y'],
] as const)('the address of %s at density %i of picture %s', (preset, density, placeholder, url) => {
  const images = { imageBaseUrl: '/images/merchants', ...(placeholder ? { placeholder } : {}) }
  expect(promoImageUrl(images, 'm1', preset, density)).toBe(url)
})

test.each([
  ['/images/merchants/m1/menu/1?v=abc', '/images/merchants/m1/menu/1?v=abc&preset=thumbnail&dpr=2'],
  ['/images/merchants/m1/menu/1', '/images/merchants/m1/menu/1?preset=thumbnail&dpr=2'],
  ['https://casa.example/menu.jpg?page=1', 'https://casa.example/menu.jpg?page=1'],
])('sizedImageUrl: %s -> %s', (address, url) => {
  expect(sizedImageUrl(address, 'thumbnail', 2)).toBe(url)
})
