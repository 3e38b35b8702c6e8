import type { MediaPicture } from '@dineward/core/console-programs/media.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { consoleClient, sendTo } from '../../testing/access/console-for-test.ts'
import { auditedActions } from '../../testing/audit-entries.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, type TestClient } from '../../testing/test-client.ts'
import { hostileFiles } from '../uploads/hostile-files-for-test.ts'

const app = await createTestApp()
const picture = (color: string, width = 80, height = 60) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .withExif({ IFD0: { Artist: 'A photographer' } })
    .png()
    .toBuffer()

const at = ({ slug }: Partner, rest = '') => `/api/Console/Programs/${slug}/Media${rest}`
const send = (client: TestClient, url: string, file: Buffer) =>
  sendTo(client, 'POST', url, file, { 'content-type': 'application/octet-stream' })
const upload = (client: TestClient, partner: Partner, file: Buffer, query = 'alt=A%20long%20table') =>
  send(client, at(partner, `?fileName=table.png&${query}`), file)
const replace = (client: TestClient, partner: Partner, { id, version }: MediaPicture, file: Buffer) =>
  send(client, at(partner, `/${id}/File?fileName=new.png&version=${version}`), file)
const remove = (client: TestClient, partner: Partner, { id, version }: MediaPicture) =>
  client.send('DELETE', at(partner, `/${id}?version=${version}`))

async function scene() {
  const partner = app.newPartner()
  const client = await consoleClient(app, 'content', partner.slug)
  const response = await upload(client, partner, await picture('red'))
  expect(response.statusCode, response.body).toBe(201)
  return { partner, client, red: response.json().picture as MediaPicture }
}

const library = async (client: TestClient, partner: Partner) =>
  (await client.get(at(partner))).json().pictures as MediaPicture[]
const addressOf = ({ id }: MediaPicture) => `/images/content/${id}`

async function write(client: TestClient, partner: Partner, verb: string, body: object = {}) {
  const path = `/api/Console/Programs/${partner.slug}/Content/earn_banner/spring`
  const { version } = (await client.get(path)).json().entry
  return client.send('POST', `${path}/${verb}`, { version, ...body })
}

const draft = (client: TestClient, partner: Partner, shown: MediaPicture) =>
  write(client, partner, 'Draft', { fields: { text: 'Spring', image: addressOf(shown) } })

async function publish(client: TestClient, partner: Partner, shown: MediaPicture, body: object = {}) {
  await draft(client, partner, shown)
  return write(client, partner, 'Publish', { reason: 'Spring campaign', ...body })
}

async function shownAt(partner: Partner): Promise<{ image: string; image_alt: string }> {
  const { data } = (await newClient(app, partner).get('/api/cms/pages/earn_banner/')).json()
  return data.find(({ slug }: { slug: string }) => slug === 'spring').fields
}

const sentence = (response: { statusCode: number; json(): { fieldErrors?: { message: string }[] } }) => [
  response.statusCode,
  response.json().fieldErrors?.[0]?.message,
]

describe('a picture of the library', () => {
  test('published -> members get it in sizes, forever, with its words and without metadata', async () => {
    const { partner, client, red } = await scene()
    await publish(client, partner, red)
    const shown = await shownAt(partner)
    expect(shown).toMatchObject({ image: `${addressOf(red)}?v=${red.code}`, image_alt: 'A long table' })
    const served = await newClient(app, partner).get(`${shown.image}&preset=thumbnail&dpr=2`)
    expect(served.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const { width, height, exif } = await sharp(served.rawPayload).metadata()
    expect([width, height, exif]).toEqual([400, 286, undefined])
    const whole = await client.get(at(partner, `/${red.id}/File`))
    expect((await sharp(whole.rawPayload).metadata()).exif).toBeUndefined()
    expect((await newClient(app, app.newPartner()).get(addressOf(red))).statusCode).toBe(404)
  })

  test('the console reads an entry -> as it was written', async () => {
    const { partner, client, red } = await scene()
    await publish(client, partner, red)
    const path = `/api/Console/Programs/${partner.slug}/Content/earn_banner/spring`
    const { shown } = (await client.get(path)).json().entry
    expect(shown).toMatchObject({ image: addressOf(red), image_alt: '' })
  })

  test('words, a crop, another file -> on pages at once, at new addresses, each audited', async () => {
    const { partner, client, red } = await scene()
    await publish(client, partner, red)
    const crop = { cropLeft: 0.5, cropTop: 0, cropWidth: 0.5, cropHeight: 1, focalX: 0.7, focalY: 0.5 }
    const words = { alt: 'A terrace', isDecorative: false, ...crop, version: red.version }
    const changed = (await client.send('PUT', at(partner, `/${red.id}`), words)).json().picture
    expect(await shownAt(partner)).toMatchObject({
      image: `${addressOf(red)}?v=${changed.code}`,
      image_alt: 'A terrace',
    })
    const blue = (await replace(client, partner, changed, await picture('blue'))).json().picture
    const shown = await shownAt(partner)
    expect(new Set([red.code, changed.code, blue.code]).size).toBe(3)
    const served = await newClient(app, partner).get(`${shown.image}&preset=tile`)
    expect((await sharp(served.rawPayload).stats()).dominant.b).toBeGreaterThan(200)
    expect(await auditedActions(app, `media/${red.id}`)).toEqual([
      'media.add',
      'media.change',
      'media.replace',
    ])
  })

  test('used by a draft, by what is scheduled, by what is shown -> stays, and says where', async () => {
    const { partner, client, red } = await scene()
    const used = [400, 'This picture is used by earn_banner/spring. Choose another picture there first.']
    await draft(client, partner, red)
    expect(sentence(await remove(client, partner, red))).toEqual(used)
    const from = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    await publish(client, partner, red, { from })
    expect(sentence(await remove(client, partner, red))).toEqual(used)
    expect((await library(client, partner))[0]?.uses).toEqual([
      { kind: 'earn_banner', slug: 'spring', state: 'scheduled' },
    ])
    await publish(client, partner, red)
    expect(sentence(await remove(client, partner, red))).toEqual(used)
  })

  test('replaced in the entry -> removed, with its file', async () => {
    const { partner, client, red } = await scene()
    await publish(client, partner, red)
    const blue = (await upload(client, partner, await picture('blue'))).json().picture
    await publish(client, partner, blue)
    expect((await remove(client, partner, red)).statusCode).toBe(200)
    expect((await library(client, partner)).map(({ id }) => id)).toEqual([blue.id])
    expect((await client.get(at(partner, `/${red.id}/File`))).statusCode).toBe(404)
    expect((await newClient(app, partner).get(addressOf(red))).statusCode).toBe(404)
  })

  test('removed while someone wrote an entry with it -> the draft is kept, and says so at the field', async () => {
    const { partner, client, red } = await scene()
    expect((await remove(client, partner, red)).statusCode).toBe(200)
    const saved = (await draft(client, partner, red)).json().entry
    const problem = {
      field: 'fields.image',
      message: 'This picture is no longer in the library. Choose another one.',
    }
    expect(saved).toMatchObject({ draft: { fields: { text: 'Spring' } }, problems: [problem] })
    const published = await write(client, partner, 'Publish', { reason: 'Spring campaign' })
    expect([published.statusCode, published.json().fieldErrors]).toEqual([400, [problem]])
  })

  test('two replace it at once -> one does, the other is told, and the file of the first is shown', async () => {
    const { partner, client, red } = await scene()
    const second = await consoleClient(app, 'content', partner.slug)
    const answers = await Promise.all([
      replace(client, partner, red, await picture('blue')),
      replace(second, partner, red, await picture('lime')),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const winner = answers.find(({ statusCode }) => statusCode === 200)!.json().picture
    expect((await library(client, partner))[0]).toMatchObject({ code: winner.code, version: 2 })
    expect((await client.get(at(partner, `/${red.id}/File`))).statusCode).toBe(200)
  })
})

describe('a file', () => {
  const bad: [string, () => Buffer | Promise<Buffer>, string | RegExp, string?][] = [
    [
      'of text, named .png',
      () => Buffer.from('Dear editor'),
      'The file is not a JPEG, PNG, WebP, AVIF, HEIC, TIFF or GIF picture.',
    ],
    ['of 100 megapixels', () => picture('white', 10_000, 10_000), 'The picture has more than 50 megapixels.'],
    [
      'that says 900 megapixels',
      hostileFiles['a PNG that claims 900 megapixels']!,
      'The picture has more than 50 megapixels.',
    ],
    [
      'cut off on its way',
      async () =>
        (
          await sharp({
            create: {
              width: 900,
              height: 900,
              channels: 3,
              background: 'red',
              noise: { type: 'gaussian', mean: 99, sigma: 30 },
            },
          })
            .png()
            .toBuffer()
        ).subarray(0, 9_000),
      /damaged|too long|unexpected|incomplete/i,
    ],
    ['that is empty', () => Buffer.alloc(0), 'The file is empty.'],
    [
      'of SVG',
      () => Buffer.from('<?xml version="1.0"?><svg onload="alert(1)"/>'),
      'SVG files can carry scripts, so they are not taken. Export the drawing as PNG.',
    ],
  ]
  test.each(bad)('%s -> refused with a sentence, and nothing is stored', async (_name, file, message) => {
    const partner = app.newPartner()
    const client = await consoleClient(app, 'content', partner.slug)
    const [status, said] = sentence(await upload(client, partner, await file()))
    expect(status).toBe(400)
    expect(said).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
    expect(await library(client, partner)).toEqual([])
  })

  test('of 20 MB -> too large; without words -> asks for them, unless it is decorative', async () => {
    const partner = app.newPartner()
    const client = await consoleClient(app, 'content', partner.slug)
    const large = await upload(client, partner, Buffer.alloc(20 * 1024 * 1024))
    expect([large.statusCode, large.json().code]).toEqual([413, 'body_too_large'])
    const silent = await upload(client, partner, await picture('red'), 'alt=')
    expect(sentence(silent)).toEqual([400, 'Say what the picture shows, or mark it as decorative.'])
    const decorative = await upload(client, partner, await picture('red'), 'isDecorative=true')
    expect(decorative.json().picture).toMatchObject({ alt: '', isDecorative: true })
    expect(await library(client, partner)).toHaveLength(1)
  })
})

test('staff of another program, and who only read -> neither see nor change a picture of this one', async () => {
  const { partner, red } = await scene()
  const other = app.newPartner()
  const stranger = await consoleClient(app, 'content', other.slug)
  const file = await picture('blue')
  expect(await library(stranger, other)).toEqual([])
  for (const program of [partner, other]) {
    const answers = [
      await stranger.get(at(program, `/${red.id}/File`)),
      await replace(stranger, program, red, file),
      await remove(stranger, program, red),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  }
  expect((await stranger.get(at(partner))).statusCode).toBe(404)
  const reader = await consoleClient(app, 'viewer', partner.slug)
  expect((await reader.get(at(partner))).statusCode).toBe(200)
  expect((await upload(reader, partner, file)).statusCode).toBe(403)
  expect((await remove(reader, partner, red)).statusCode).toBe(403)
})
