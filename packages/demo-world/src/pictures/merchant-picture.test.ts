import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fillings } from './drawn-food.ts'
import { emoji } from './emoji.ts'
import { looks } from './looks.ts'
import { paintMerchantPicture } from './merchant-picture.ts'
import { surfaces } from './surfaces.ts'

const pixels = async (id: string, cuisines: string[], width = 100, height = 71) =>
  (await paintMerchantPicture({ id, cuisines }, width, height)).raw().toBuffer({ resolveWithObject: true })
const hash = (data: Buffer) => createHash('sha256').update(data).digest('hex')

test('same restaurant: same picture', async () => {
  const [first, second] = [await pixels('m1', ['Ramen']), await pixels('m1', ['Ramen'])]
  expect(hash(first.data)).toBe(hash(second.data))
})

test('forty restaurants of one cuisine: forty different pictures', async () => {
  const all: string[] = []
  for (let i = 0; i < 40; i++) all.push(hash((await pixels(`pizza-${i}`, ['Pizza'], 60, 43)).data))
  expect(new Set(all).size).toBe(40)
})

test('unknown cuisine: a plain dinner', async () => {
  const { info } = await pixels('m2', ['Martian'])
  expect(info).toMatchObject({ width: 100, height: 71 })
})

test.each(Object.keys(looks))('look %s can be painted', async name => {
  const look = looks[name as keyof typeof looks]
  const pieces = Object.entries(look).flatMap(([field, value]) =>
    ['pieces', 'around', 'toppings', 'heroes', 'drinks', 'behind'].includes(field) ? (value as string[]) : [],
  )
  expect(pieces.filter(piece => !(piece in emoji))).toEqual([])
  expect(look.surfaces.filter(surface => !(surface in surfaces))).toEqual([])
  const bowls = Object.entries(look).flatMap(([field, value]) =>
    field === 'fillings' || field === 'dips' ? (value as string[]) : [],
  )
  expect(bowls.filter(bowl => !(bowl in fillings))).toEqual([])
  expect(look.surfaces.length).toBeGreaterThanOrEqual(4)
})

describe('emoji: in the package', () => {
  const packageFile = createRequire(import.meta.url).resolve('@lobehub/fluent-emoji-3d/package.json')
  test.each(Object.entries(emoji))('%s', (_name, codePoint) => {
    expect(existsSync(join(dirname(packageFile), 'assets', `${codePoint}.webp`))).toBe(true)
  })
})
