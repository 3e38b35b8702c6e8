import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'

const imageCacheDir = mkdtempSync(join(tmpdir(), 'dw-menus-'))
const test_ = await createTestApp({ imageCacheDir })
const partner = test_.newPartner()
afterAll(() => rmSync(imageCacheDir, { recursive: true, force: true }))

let merchantId: string
const get = (url: string, headers: Record<string, string> = {}) =>
  test_.app.inject({ url, headers: { host: `${partner.slug}.localhost`, ...headers } })

describe('cards of the menu', () => {
  const sections = [
    { title: 'Starters <b>', items: dishes(6) },
    { title: 'Mains & more', items: dishes(7) },
    { title: 'Sweet \u0007', items: dishes(1) },
  ]
  function dishes(count: number) {
    return Array.from({ length: count }, (_, i) => ({
      name: `Dish "${i}"`,
      description: 'with <script> & salt',
      priceCents: 1_200 + i,
    }))
  }
  const card = (rest: string) => `/images/merchants/${merchantId}/menu/${rest}`
  beforeEach(async () => {
    merchantId = (await newMerchant(test_, partner, { menu: JSON.stringify(sections) })).id
  })

  test.each([
    ['1', 1_200, 1_600],
    ['2?preset=thumbnail&dpr=1', 200, 267],
    ['2?preset=card', 1_000, 1_333],
  ])('are sheets of paper in the sizes of pictures: %s', async (rest, width, height) => {
    const response = await get(card(rest), { accept: 'image/avif' })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('image/avif')
    expect(response.headers['cache-control']).toBe('public, max-age=86400')
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width, height })
    expect(
      (await get(card(rest), { accept: 'image/avif', 'if-none-match': String(response.headers.etag) }))
        .statusCode,
    ).toBe(304)
  })

  test('are there in different inks on one paper: what is written can be seen', async () => {
    const response = await get(card('1?preset=thumbnail'))
    const { channels } = await sharp(response.rawPayload).greyscale().stats()
    expect(channels[0]!.stdev).toBeGreaterThan(10)
  })

  test('show what is on the menu now', async () => {
    const before = await get(card('1?preset=thumbnail'))
    const menu = JSON.stringify([{ title: 'New', items: dishes(2) }])
    await test_.database.db.updateTable('merchants').set({ menu }).where('id', '=', merchantId).execute()
    expect((await get(card('1?preset=thumbnail'))).rawPayload.equals(before.rawPayload)).toBe(false)
    expect((await get(card('2'))).statusCode).toBe(404)
  })

  test('have an address for each menu that there ever was, which may be kept for ever', async () => {
    const menuImages = [1, 2].map(number => card(String(number)))
    await test_.database.db
      .updateTable('merchants')
      .set({ menuImages })
      .where('id', '=', merchantId)
      .execute()
    const addressNow = async () =>
      (await get(`/api/v2/Merchants/${merchantId}`)).json().menuImages[0] as string
    const before = await addressNow()
    const keptOf = async (address: string) =>
      (await get(`${address}&preset=thumbnail`)).headers['cache-control']
    expect(await keptOf(before)).toBe('public, max-age=31536000, immutable')
    await test_.database.db
      .updateTable('merchants')
      .set({ menu: JSON.stringify([...sections, { title: 'New', items: dishes(8) }]) })
      .where('id', '=', merchantId)
      .execute()
    expect(await addressNow()).not.toBe(before)
    expect(await keptOf(await addressNow())).toBe('public, max-age=31536000, immutable')
    expect(await keptOf(before)).toBe('public, max-age=300')
  })

  test('elsewhere stay where they are', async () => {
    const menuImages = ['https://casa.example/menu.jpg']
    await test_.database.db
      .updateTable('merchants')
      .set({ menuImages })
      .where('id', '=', merchantId)
      .execute()
    expect((await get(`/api/v2/Merchants/${merchantId}`)).json().menuImages).toEqual(menuImages)
  })

  test.each(['0', '3', '-1', '1.5', '01', 'x', '100', '%00', '..%2F1'])(
    'that are none are 404: %s',
    async number => {
      expect((await get(card(number))).statusCode).toBe(404)
    },
  )

  test('of nobody are 404, and of a size that is not offered 400', async () => {
    expect((await get('/images/merchants/nobody/menu/1')).statusCode).toBe(404)
    expect((await get(card('1?preset=poster'))).statusCode).toBe(400)
  })
})
