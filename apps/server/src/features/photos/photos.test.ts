import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { normalizePhoto } from './photo-file.service.ts'
import { addPhoto, type NewPhoto, removePhotos } from './photos.service.ts'

const app = await createTestApp()
const [partner, other] = [app.newPartner(), app.newPartner()]
const services = app.context(partner)
const { photos: store } = services.gateways
let merchantId: string
beforeEach(async () => {
  merchantId = (await newMerchant(app, partner)).id
})

const red = '#c02020'
const blue = '#2040c0'
/** The picture is red on the left, blue on the right. */
async function twoColors(width = 80, height = 40) {
  const left = await sharp({ create: { width: width / 2, height, channels: 3, background: red } })
    .png()
    .toBuffer()
  return sharp({ create: { width, height, channels: 3, background: blue } }).composite([
    { input: left, left: 0, top: 0 },
  ])
}
const jpeg = async (width?: number, height?: number) =>
  (await twoColors(width, height)).jpeg({ quality: 95 }).toBuffer()
const heic = readFileSync(new URL('fixtures/red-blue.heic', import.meta.url))

const add = async (changes: Partial<NewPhoto> = {}) =>
  addPhoto(services, {
    merchantId,
    kind: 'place',
    file: changes.file ?? (await jpeg()),
    source: 'upload:test.jpg',
    rights: '',
    alt: '',
    focalX: 0.5,
    focalY: 0.5,
    ...changes,
  })
const get = (url: string, of = partner) =>
  app.app.inject({ url, headers: { host: `${of.slug}.localhost`, accept: 'image/webp' } })
const page = async (of = partner) => (await get(`/api/v2/Merchants/${merchantId}`, of)).json()
/** It is `r` or `b` for a pixel at this share of the width. */
async function colorAt(image: Buffer, x: number): Promise<string> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = Math.floor(info.height / 2) * info.width + Math.floor(x * (info.width - 1))
  return data[at * info.channels]! > data[at * info.channels + 2]! ? 'r' : 'b'
}

describe('normalizePhoto', () => {
  test.each([
    ['JPEG', jpeg],
    ['PNG', async () => (await twoColors()).png().toBuffer()],
    ['WebP', async () => (await twoColors()).webp().toBuffer()],
    ['AVIF', async () => (await twoColors()).avif().toBuffer()],
    ['TIFF', async () => (await twoColors()).tiff().toBuffer()],
    ['GIF', async () => (await twoColors()).gif().toBuffer()],
    ['HEIC', async () => heic],
  ])('%s: stored as JPEG with the same picture', async (_name, file) => {
    const { content, width, height } = await normalizePhoto(services, await file())
    expect((await sharp(content).metadata()).format).toBe('jpeg')
    expect(width / height).toBeCloseTo(_name === 'HEIC' ? 64 / 48 : 2)
    expect(await colorAt(content, 0.1)).toBe('r')
    expect(await colorAt(content, 0.9)).toBe('b')
  })

  test('EXIF with location and orientation: removed, and the orientation applied', async () => {
    const file = await (await twoColors())
      .withExif({ IFD0: { Artist: 'Ada' }, IFD3: { GPSLatitude: '40/1 42/1 46/1' } })
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer()
    expect((await sharp(file).metadata()).exif).toBeDefined()
    const { content } = await normalizePhoto(services, file)
    const metadata = await sharp(content).metadata()
    expect(metadata.exif).toBeUndefined()
    expect(metadata.orientation).toBeUndefined()
    // The picture was upside down: what was on the left is on the right.
    expect(await colorAt(content, 0.1)).toBe('b')
  })

  test('a photo turned by a quarter: width and height change places', async () => {
    const file = await (await twoColors()).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(await normalizePhoto(services, file)).toMatchObject({ width: 40, height: 80 })
  })

  test('larger than ever shown: made smaller', async () => {
    expect(await normalizePhoto(services, await jpeg(4_000, 2_000))).toMatchObject({
      width: 2_400,
      height: 1_200,
    })
  })

  const blank = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: red } })
      .png()
      .toBuffer()
  test.each([
    ['over 20 MB', () => Buffer.alloc(20 * 1024 * 1024 + 1), /20 MB/],
    ['over 50 megapixels', () => blank(10_001, 5_000), /50 megapixels/],
    ['text', () => Buffer.from('not a picture'), /not a JPEG/],
    [
      'SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      /not a JPEG/,
    ],
    ['empty', () => Buffer.alloc(0), /not a JPEG/],
    ['cut off', async () => (await jpeg(800, 400)).subarray(0, 2_000), /damaged/],
    ['HEIC cut off', () => heic.subarray(0, 700), /damaged|not a JPEG/],
  ])('%s: refused', async (_name, file, message) => {
    await expect(normalizePhoto(services, await file())).rejects.toThrow(message)
  })

  test('49 megapixels: accepted', async () => {
    expect((await normalizePhoto(services, await blank(7_000, 7_000))).width).toBe(2_400)
  })
})

describe('addPhoto', () => {
  test('first photo: on its page, in searches and as promo, for every partner with the restaurant', async () => {
    const placeholder = (await page()).images.placeholder
    const photo = await add({ alt: 'Our bar', rights: 'Casa Lumen' })
    const shown = await page()
    expect(shown.photos).toEqual([
      { url: `/images/merchants/${merchantId}/photos/${photo.id}?v=${photo.code}`, alt: 'Our bar' },
    ])
    expect(shown.images.placeholder).toBe(photo.code)
    expect(photo.code).not.toBe(placeholder)
    const promo = await get(`/images/merchants/${merchantId}/promo?preset=thumbnail&v=${photo.code}`)
    expect(promo.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(await colorAt(promo.rawPayload, 0.1)).toBe('r')
    const found = await get(
      '/api/v2/Merchants/Search?latitude=40.75&longitude=-73.98&radiusMiles=25&pageSize=40',
    )
    const listed = found.json().merchants.find(({ id }: { id: string }) => id === merchantId)
    expect(listed.images.placeholder).toBe(photo.code)
  })

  test('further photos: behind the first, at addresses of their own', async () => {
    const first = await add()
    const second = await add({ alt: 'The kitchen' })
    const { photos, images } = await page()
    expect(photos.map(({ alt }: { alt: string }) => alt)).toEqual(['', 'The kitchen'])
    expect(images.placeholder).toBe(first.code)
    const response = await get(`${photos[1].url}&preset=detail`)
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width: 600, height: 375 })
    expect((await get(`/images/merchants/unknown/photos/${second.id}`)).statusCode).toBe(404)
  })

  test('focal point: stays in view when the photo is cropped', async () => {
    const right = await add({ file: await jpeg(400, 100), focalX: 1 })
    const { rawPayload } = await get(`/images/merchants/${merchantId}/photos/${right.id}?preset=thumbnail`)
    expect(await colorAt(rawPayload, 0.1)).toBe('b')
  })

  test('unknown restaurant: refused, and nothing is stored', async () => {
    await expect(add({ merchantId: 'unknown' })).rejects.toThrow(/no restaurant unknown/)
  })

  test('another partner, without the restaurant: cannot see it', async () => {
    await add()
    expect((await get(`/api/v2/Merchants/${merchantId}`, other)).statusCode).toBe(404)
  })
})

test('photo added and removed: both in the audit log', async () => {
  const { id } = await add({ rights: 'Casa Lumen' })
  await removePhotos(services, [id])
  const entries = await app.database.db
    .selectFrom('auditLog')
    .select(['action', 'before', 'after'])
    .where('subject', '=', id)
    .orderBy('at')
    .orderBy('action')
    .execute()
  expect(entries).toMatchObject([
    { action: 'photo.add', before: null, after: { merchantId, rights: 'Casa Lumen' } },
    { action: 'photo.remove', before: { merchantId, rights: 'Casa Lumen' }, after: null },
  ])
})

describe('removePhotos', () => {
  test('first photo removed: the next takes its place; the file goes with its last photo', async () => {
    const file = await jpeg(90, 60)
    const [first, second, same] = [await add({ file }), await add(), await add({ file })]
    await removePhotos(services, [first.id])
    expect((await page()).images.placeholder).toBe(second.code)
    expect(await store.read(first.contentHash)).not.toBeNull()
    await removePhotos(services, [second.id, same.id])
    expect(await store.read(first.contentHash)).toBeNull()
    expect((await page()).photos).toEqual([])
    expect((await page()).images.placeholder).not.toBe(second.code)
    expect((await get(`/images/merchants/${merchantId}/promo`)).statusCode).toBe(200)
  })

  test('unknown id: nothing removed', async () => {
    expect(await removePhotos(services, ['none'])).toEqual([])
  })
})

test('photo file missing in the store: 404, the rest of the site goes on', async () => {
  const { contentHash } = await add({ file: await jpeg(70, 50) })
  await store.delete(contentHash)
  expect((await get(`/images/merchants/${merchantId}/promo`)).statusCode).toBe(404)
  expect((await page()).photos).toHaveLength(1)
})

describe('pictures of the menu', () => {
  const paper = (width: number, height: number) => jpeg(width, height)
  const menu = (rest: string) => `/images/merchants/${merchantId}/menu/${rest}`

  test.each([
    ['1', 1_200, 1_600],
    ['1?preset=thumbnail&dpr=1', 200, 267],
    ['1?preset=card', 1_000, 1_333],
  ])('%s: as wide as the preset, uncropped', async (rest, width, height) => {
    await add({ kind: 'menu', file: await paper(300, 400) })
    const response = await get(menu(rest))
    expect(response.headers['content-type']).toBe('image/webp')
    expect(response.headers['cache-control']).toBe('public, max-age=86400')
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width, height })
  })

  test('stored ones follow those on other sites, at an address for each version', async () => {
    const elsewhere = 'https://casa.example/menu.jpg'
    await app.database.db
      .updateTable('merchants')
      .set({ menuImages: [elsewhere] })
      .where('id', '=', merchantId)
      .execute()
    const { code } = await add({ kind: 'menu' })
    const { menuImages, photos, images } = await page()
    expect(menuImages).toEqual([elsewhere, `${menu('1')}?v=${code}`])
    expect(photos).toEqual([])
    expect(images.placeholder).not.toBe(code)
    expect((await get(menuImages[1])).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await get(`${menu('1')}?v=abc`)).headers['cache-control']).toBe('public, max-age=300')
  })

  test.each(['0', '2', '-1', '1.5', '01', 'x', '100', '%00', '..%2F1'])(
    'number %s of a menu with one picture: 404',
    async number => {
      await add({ kind: 'menu' })
      expect((await get(menu(number))).statusCode).toBe(404)
    },
  )

  test('unknown restaurant: 404; unknown size: 400', async () => {
    expect((await get('/images/merchants/unknown/menu/1')).statusCode).toBe(404)
    expect((await get(menu('1?preset=poster'))).statusCode).toBe(400)
  })
})
