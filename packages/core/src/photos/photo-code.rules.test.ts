import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { drawingCode, drawnColors, edgeColors, middleColors, photoCode } from './photo-code.rules.ts'

describe('photoCode', () => {
  test.each([
    ['dark wood, red food', [90, 70, 60], [180, 80, 60], /^a[a-z0-9]{6}r$/],
    ['white table, green food', [240, 240, 240], [140, 135, 70], /^d[a-z0-9]{6}g$/],
  ] as const)('%s: the nearest colors', (_name, edge, middle, code) => {
    expect(photoCode(edge, middle, 'seed')).toMatch(code)
  })
  test('another picture of the same colors: another code', () => {
    expect(photoCode([0, 0, 0], [0, 0, 0], 'one')).not.toBe(photoCode([0, 0, 0], [0, 0, 0], 'two'))
  })
})

describe('drawingCode', () => {
  const merchant = { name: 'Casa Lumen', cuisines: ['Pizza', 'Italian'] }
  test('same restaurant: same code', () => {
    expect(drawingCode(merchant)).toBe(drawingCode({ ...merchant }))
    expect(drawingCode(merchant)).toMatch(/^[pqstu][a-z0-9]{6}n$/)
  })
  test.each([
    ['name', { ...merchant, name: 'Casa Lumina' }],
    ['cuisines', { ...merchant, cuisines: ['Pizza'] }],
  ])('another %s: another code', (_part, other) => {
    expect(drawingCode(other)).not.toBe(drawingCode(merchant))
  })
  test('no cuisine: a code', () => expect(drawingCode({ name: '', cuisines: [] })).toHaveLength(8))
})

test('the web has styles for these colors', () => {
  const file = new URL('../../../../apps/web/src/ui/merchant-picture.module.css', import.meta.url)
  const css = readFileSync(file, 'utf8')
  for (const [letter, color] of Object.entries({ ...edgeColors, ...drawnColors }))
    if (color === edgeColors.d) expect(css).toContain(`var(--edge, ${color})`)
    else expect(css).toMatch(new RegExp(`v=${letter}"\\][^}]*--edge: ${color}`))
  for (const [letter, color] of Object.entries(middleColors))
    if (letter === 'y') expect(css).toContain(`var(--middle, ${color})`)
    else expect(css).toMatch(new RegExp(`\\$="${letter}"\\][^}]*--middle: ${color}`))
})
