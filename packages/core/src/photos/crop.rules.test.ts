import { describe, expect, test } from 'vitest'
import { cropAround, isCrop, wholePhoto } from './crop.rules.ts'

const crop = (cropLeft: number, cropTop: number, cropWidth: number, cropHeight: number) => ({
  cropLeft,
  cropTop,
  cropWidth,
  cropHeight,
})

describe('part of a photo with a ratio', () => {
  test.each([
    [{ width: 100, height: 100, focalX: 0.5, focalY: 0.5 }, 2, [0, 25, 100, 50]],
    [{ width: 100, height: 100, focalX: 0.5, focalY: 0 }, 2, [0, 0, 100, 50]],
    [{ width: 100, height: 50, focalX: 0.9, focalY: 0.5 }, 1, [50, 0, 50, 50]],
    [{ width: 1, height: 100, focalX: 1, focalY: 1 }, 2, [0, 99, 1, 1]],
  ])('of all of it: %o to ratio %d', (photo, ratio, [left, top, width, height]) => {
    expect(cropAround(photo, ratio)).toEqual({ left, top, width, height })
  })

  test.each([
    ['focal point inside', 0.5, crop(0.2, 0.1, 0.5, 0.5), 1, [20, 10, 50, 50]],
    ['focal point outside: the nearest edge', 0.9, crop(0.1, 0.1, 0.5, 0.8), 1, [10, 40, 50, 50]],
    ['wide', 0.5, crop(0, 0.5, 1, 0.5), 4, [0, 50, 100, 25]],
    ['a strip at the end', 0.5, crop(0.9, 0, 0.1, 1), 2, [90, 48, 10, 5]],
  ])('%s', (_case, focal, part, ratio, [left, top, width, height]) => {
    const photo = { width: 100, height: 100, focalX: focal, focalY: focal }
    expect(cropAround(photo, ratio, part)).toEqual({ left, top, width, height })
  })
})

test.each([
  ['all', wholePhoto, true],
  ['the smallest', crop(0.9, 0.9, 0.1, 0.1), true],
  ['too narrow', crop(0, 0, 0.05, 1), false],
  ['beyond the edge', crop(0.5, 0, 0.6, 1), false],
])('%s', (_case, part, expected) => {
  expect(isCrop(part)).toBe(expected)
})
