import sharp from 'sharp'
import { expect, test } from 'vitest'
import { paintMenuCard } from './menu-card.ts'

test('a menu with markup and control characters: painted in different inks on one paper', async () => {
  const items = [{ name: 'Dish "0"', description: 'with <script> & salt', priceCents: 1_200 }]
  const menu = [{ title: 'Sweet <b> \u0007', items }]
  const picture = await paintMenuCard({ id: 'm1', name: 'Casa & Co', menu }, 1, 200)
  const { data, info } = await picture.png().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 200, height: 267 })
  const { channels } = await sharp(data).greyscale().stats()
  expect(channels[0]!.stdev).toBeGreaterThan(10)
})
