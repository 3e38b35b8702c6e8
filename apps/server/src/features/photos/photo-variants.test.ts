import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { imageFormats } from './image-variants.rules.ts'
import { photoVariants } from './photo-variants.service.ts'

const imageCacheDir = mkdtempSync(join(tmpdir(), 'dw-images-'))
const test_ = await createTestApp({ imageCacheDir })
const partner = test_.newPartner()
afterAll(() => rmSync(imageCacheDir, { recursive: true, force: true }))

let merchantId: string
beforeEach(async () => {
  merchantId = (await newMerchant(test_, partner)).id
})

const get = (url: string, headers: Record<string, string> = {}) =>
  test_.app.inject({ url, headers: { host: `${partner.slug}.localhost`, ...headers } })
const variantsIn = (cacheDir: string) =>
  photoVariants({
    db: test_.database.db,
    photos: test_.context(partner).gateways.photos,
    cacheDir,
    log: test_.app.log,
  })
const isAbandoned = () => false
const promo = (query = '') => `/images/merchants/${merchantId}/promo${query}`

describe('promo: the format follows the Accept header', () => {
  test.each([
    ['image/avif,image/webp,image/apng,image/*,*/*;q=0.8', 'image/avif', 'heif'],
    ['image/webp,*/*', 'image/webp', 'webp'],
    ['image/avif;q=0, image/webp', 'image/webp', 'webp'],
    ['*/*', 'image/jpeg', 'jpeg'],
    ['', 'image/jpeg', 'jpeg'],
  ])('%s -> %s', async (accept, type, format) => {
    const response = await get(promo('?preset=thumbnail'), { accept })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe(type)
    expect(response.headers.vary).toContain('Accept')
    expect((await sharp(response.rawPayload).metadata()).format).toBe(format)
  })
})

test.each([
  ['', 500, 357],
  ['?preset=thumbnail', 200, 143],
  ['?preset=card', 500, 357],
  ['?preset=detail', 600, 375],
  ['?preset=thumbnail&dpr=2', 400, 286],
  ['?preset=thumbnail&v=abc123', 200, 143],
  ['?preset=detail&dpr=2', 1200, 750],
])('promo: preset -> size (%s)', async (query, width, height) => {
  const response = await get(promo(query), { accept: 'image/webp' })
  expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width, height })
})

test('promo: cached forever; matching etag -> 304', async () => {
  const first = await get(promo('?preset=thumbnail'))
  expect(first.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(Number(first.headers['content-length'])).toBe(first.rawPayload.length)
  const etag = first.headers.etag as string
  expect(etag).toMatch(/^"[\w-]+"$/)
  const again = await get(promo('?preset=thumbnail'), { 'if-none-match': etag })
  expect(again.statusCode).toBe(304)
  expect(again.rawPayload).toHaveLength(0)
})

describe('promo: version in the address', () => {
  const placeholderNow = async () => {
    const merchant = await get(`/api/v2/Merchants/${merchantId}`)
    return merchant.json().images.placeholder as string
  }

  test('present version -> cached forever', async () => {
    const response = await get(promo(`?preset=thumbnail&v=${await placeholderNow()}`))
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test.each(['zzzzz', 'abc123', '..%2F..%2Fsecret', '%00', ''])(
    'unknown version -> the present picture, cached briefly (%s)',
    async version => {
      const response = await get(promo(`?preset=thumbnail&v=${version}`))
      expect(response.statusCode).toBe(200)
      expect(response.headers['cache-control']).toBe('public, max-age=300')
    },
  )

  test('other cuisines -> another picture at another address; the former one is still served', async () => {
    const before = await placeholderNow()
    const first = await get(promo(`?preset=card&v=${before}`))
    const { db } = test_.database
    await db
      .updateTable('merchants')
      .set({ cuisines: ['Sushi'] })
      .where('id', '=', merchantId)
      .execute()
    const after = await placeholderNow()
    expect(after).not.toBe(before)
    const second = await get(promo(`?preset=card&v=${after}`))
    expect(second.rawPayload.equals(first.rawPayload)).toBe(false)
    const again = await get(promo(`?preset=card&v=${before}`))
    expect(again.rawPayload.equals(first.rawPayload)).toBe(true)
  })
})

test('promo: restaurant left the program -> still served', async () => {
  const { db } = test_.database
  await db
    .updateTable('merchantParticipations')
    .set({ leftOn: '2020-01-01' })
    .where('merchantId', '=', merchantId)
    .execute()
  expect((await get(promo('?preset=thumbnail'))).statusCode).toBe(200)
})

test('promo: HEAD -> the headers of GET, no body', async () => {
  const whole = await get(promo('?preset=thumbnail'), { accept: 'image/webp' })
  const head = await test_.app.inject({
    method: 'HEAD',
    url: promo('?preset=thumbnail'),
    headers: { host: `${partner.slug}.localhost`, accept: 'image/webp' },
  })
  expect(head.statusCode).toBe(200)
  expect(head.rawPayload).toHaveLength(0)
  for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'vary']) {
    expect(head.headers[name]).toBe(whole.headers[name])
  }
})

test.each([
  ['?preset=huge', 'preset'],
  ['?preset=', 'preset'],
  ['?preset=card&preset=detail', 'preset'],
  ['?preset=card&dpr=3', 'dpr'],
  ['?width=4000', 'width'],
])('promo: unknown size -> 400 that names the field (%s)', async (query, field) => {
  const response = await get(promo(query))
  expect(response.statusCode).toBe(400)
  expect(response.json().code).toBe('validation_failed')
  expect(JSON.stringify(response.json().fieldErrors)).toContain(field)
})

test.each([
  'unknown',
  '..%2F..%2Fsecret',
  '%2e%2e%2fsecret',
  '..%5c..%5csecret',
  'a%00b',
  'a.b',
  '%252e%252e%252fsecret',
  'x'.repeat(150),
  'x'.repeat(10_000),
])('promo: unknown id or a path out of the cache -> 404 (%s)', async id => {
  writeFileSync(join(imageCacheDir, '..', 'secret'), 'not a picture')
  const response = await get(`/images/merchants/${id}/promo`)
  rmSync(join(imageCacheDir, '..', 'secret'))
  expect(response.statusCode).toBe(404)
  expect(response.body).not.toContain('not a picture')
})

test('promo: any id that an import accepts -> served', async () => {
  const { id } = await newMerchant(test_, partner, { id: `Casa.Lumen~1_${merchantId}` })
  expect((await get(`/images/merchants/${encodeURIComponent(id)}/promo?preset=thumbnail`)).statusCode).toBe(
    200,
  )
})

test('promo: path that leaves the folder -> 404', async () => {
  expect((await get('/images/merchants/../../secret/promo')).statusCode).toBe(404)
})

test('promo: twenty concurrent requests -> the same bytes, one file', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => get(promo('?preset=thumbnail'), { accept: 'image/avif' })),
  )
  expect(new Set(answers.map(answer => answer.statusCode))).toEqual(new Set([200]))
  expect(new Set(answers.map(answer => answer.headers.etag)).size).toBe(1)
  expect(readdirSync(imageCacheDir).filter(name => name.includes(merchantId))).toHaveLength(1)
})

test('promo: fifty concurrent requests -> one encoding', async () => {
  const encodings = vi.spyOn(imageFormats.webp, 'encode')
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => get(promo('?preset=thumbnail&dpr=2'), { accept: 'image/webp' })),
  )
  expect(answers.map(answer => answer.statusCode)).toEqual(Array(50).fill(200))
  expect(new Set(answers.map(answer => answer.headers.etag)).size).toBe(1)
  expect(encodings).toHaveBeenCalledTimes(1)
  encodings.mockRestore()
})

test('cache: read by another process, even when the restaurant was deleted', async () => {
  const folder = join(imageCacheDir, 'variants')
  const variant = { preset: 'thumbnail', density: 1, format: 'jpeg' } as const
  const { placeholder } = (await get(`/api/v2/Merchants/${merchantId}`)).json().images
  const before = await variantsIn(folder).promo({ merchantId, variant, wanted: null, isAbandoned })
  await test_.database.db.deleteFrom('merchants').where('id', '=', merchantId).execute()
  const after = await variantsIn(folder).promo({ merchantId, variant, wanted: placeholder, isAbandoned })
  expect(after.image.equals(before.image)).toBe(true)
})

test('cache: folder cannot be written -> the picture is still served', async () => {
  const folder = join(imageCacheDir, 'a-file')
  writeFileSync(folder, '')
  const variant = { preset: 'thumbnail', density: 1, format: 'jpeg' } as const
  const { image } = await variantsIn(folder).promo({ merchantId, variant, wanted: null, isAbandoned })
  expect((await sharp(image).metadata()).width).toBe(200)
  expect(existsSync(join(folder, 'anything'))).toBe(false)
})

test('cache: drafts of a killed process are removed, complete files stay', async () => {
  const folder = mkdtempSync(join(imageCacheDir, 'killed-'))
  writeFileSync(join(folder, '2-old-card-1.jpeg'), 'whole')
  writeFileSync(join(folder, '2-old-card-1.avif.0a1b2c3d4e5f.draft'), 'half')
  const variant = { preset: 'thumbnail', density: 1, format: 'jpeg' } as const
  await variantsIn(folder).promo({ merchantId, variant, wanted: null, isAbandoned })
  const left = readdirSync(folder)
  expect(left).toHaveLength(2)
  expect(left).toContain('2-old-card-1.jpeg')
  expect(left.filter(name => name.endsWith(`-${merchantId}-thumbnail-1.jpeg`))).toHaveLength(1)
})

describe('encoding queue', () => {
  const variant = { preset: 'detail', density: 2, format: 'avif' } as const

  test('more than it holds -> refused for now', async () => {
    // No encoding ends before the first request is refused.
    const { promise: encoded, resolve: endEncodings } = Promise.withResolvers<Buffer>()
    const encodings = vi
      .spyOn(imageFormats.avif, 'encode')
      .mockImplementation(() => Object.assign(sharp(), { toBuffer: () => encoded }))
    const { promo: encode } = variantsIn(join(imageCacheDir, 'busy'))
    const refused: unknown[] = []
    const answers = Array.from({ length: 150 }, (_, index) =>
      encode({ merchantId, variant, wanted: `v${index}`, isAbandoned }).catch(error => {
        refused.push(error.code)
      }),
    )
    await expect.poll(() => refused.length).toBeGreaterThan(0)
    endEncodings(Buffer.from('picture'))
    const pictures = (await Promise.all(answers)).filter(answer => answer !== undefined)
    encodings.mockRestore()
    expect(new Set(refused)).toEqual(new Set(['unavailable']))
    expect(pictures.length).toBeGreaterThanOrEqual(64)
    expect(new Set(pictures.map(({ image }) => image.toString()))).toEqual(new Set(['picture']))
  })

  test('every client has left -> not encoded; one still waits -> encoded', async () => {
    const { promo: encode } = variantsIn(join(imageCacheDir, 'abandoned'))
    const encodings = vi.spyOn(imageFormats.avif, 'encode')
    const left = { merchantId, variant, wanted: null, isAbandoned: () => true }
    await expect(encode(left)).rejects.toMatchObject({ code: 'not_found' })
    expect(encodings).not.toHaveBeenCalled()
    const [, picture] = await Promise.all([encode(left), encode({ ...left, isAbandoned })])
    expect(picture.image.length).toBeGreaterThan(0)
    expect(encodings).toHaveBeenCalledTimes(1)
    encodings.mockRestore()
  })
})
