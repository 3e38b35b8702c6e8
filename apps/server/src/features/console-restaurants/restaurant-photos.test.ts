import sharp from 'sharp'
import { expect, test } from 'vitest'
import { consoleClient, sendTo } from '../../testing/access/console-for-test.ts'
import { auditedActions } from '../../testing/audit-entries.ts'
import { newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, type TestClient } from '../../testing/test-client.ts'

const app = await createTestApp()
const picture = (color: string, width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer()

async function upload(client: TestClient, id: string, file: Buffer | object, query = '', type = 'image/png') {
  const url = `/api/Console/Restaurants/${id}/Photos?kind=place&alt=The%20room&fileName=room.png${query}`
  return sendTo(client, 'POST', url, file, { 'content-type': type })
}

async function newScene() {
  const partner = app.newPartner()
  const { id } = await newMerchant(app, partner)
  return { partner, id, client: await consoleClient(app, 'restaurants', partner.slug) }
}

test('upload, words, crop, order, removal -> as on the site, each audited', async () => {
  const { partner, id, client } = await newScene()
  const first = await upload(client, id, await picture('red'), '&rights=Ada&focalX=0.1')
  expect(first.statusCode).toBe(201)
  const [red] = first.json().restaurant.photos
  expect(red).toMatchObject({
    kind: 'place',
    alt: 'The room',
    rights: 'Ada',
    focalX: 0.1,
    focalY: 0.5,
    width: 60,
  })
  const [, blue] = (await upload(client, id, await picture('blue'))).json().restaurant.photos
  const onSite = async () =>
    (await newClient(app, partner).get(`/api/v2/Merchants/${id}`))
      .json()
      .photos.map(({ url, alt }: { url: string; alt: string }) => [url.split('?')[0]!.split('/').at(-1), alt])
  const order = { kind: 'place', ids: [blue.id, red.id] }
  await client.send('PUT', `/api/Console/Restaurants/${id}/PhotoOrder`, order)
  const words = { alt: 'The terrace', rights: '', focalX: 0.9, focalY: 0.9 }
  const changed = await client.send('PUT', `/api/Console/Restaurants/${id}/Photos/${red.id}`, words)
  expect(changed.json().restaurant.photos[1]).toMatchObject(words)
  expect(changed.json().restaurant.photos[1].code).not.toBe(red.code)
  expect(await onSite()).toEqual([
    [blue.id, 'The room'],
    [red.id, 'The terrace'],
  ])
  const whole = await client.get(`/api/Console/Restaurants/${id}/Photos/${red.id}`)
  expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(await sharp(whole.rawPayload).metadata()).toMatchObject({ width: 60, height: 40 })
  const gone = await client.send('DELETE', `/api/Console/Restaurants/${id}/Photos/${red.id}`)
  expect(gone.json().restaurant.photos).toHaveLength(1)
  expect((await client.get(`/api/Console/Restaurants/${id}/Photos/${red.id}`)).statusCode).toBe(404)
  expect((await client.send('PUT', `/api/Console/Restaurants/${id}/PhotoOrder`, order)).statusCode).toBe(409)
  expect(await auditedActions(app, red.id)).toEqual(['photo.add', 'photo.change', 'photo.remove'])
  expect(await auditedActions(app, id)).toEqual(['photo.order'])
})

test('no picture, nothing, no alt text, too much -> refused with a sentence', async () => {
  const { id, client } = await newScene()
  const text = await upload(client, id, Buffer.from('<svg/>'))
  expect([text.statusCode, text.json().fieldErrors[0].field]).toEqual([400, 'file'])
  expect((await upload(client, id, Buffer.alloc(0))).statusCode).toBe(400)
  const url = `/api/Console/Restaurants/${id}/Photos?kind=place&alt=&fileName=a.png`
  const silent = await sendTo(client, 'POST', url, await picture('red'), { 'content-type': 'image/png' })
  expect(silent.statusCode).toBe(400)
  expect((await upload(client, id, Buffer.alloc(21 * 1024 * 1024))).statusCode).toBe(413)
  expect((await upload(client, id, await picture('red'), '', 'text/html')).statusCode).toBe(415)
})

test('staff of another program, or who only read -> refused', async () => {
  const { partner, id } = await newScene()
  const stranger = await consoleClient(app, 'restaurants', app.newPartner().slug)
  expect((await upload(stranger, id, await picture('red'))).statusCode).toBe(404)
  const reader = await consoleClient(app, 'viewer', partner.slug)
  expect((await upload(reader, id, await picture('red'))).statusCode).toBe(403)
})

test('cropped -> members get that part, at a new address; a part outside of the photo -> 400', async () => {
  const { partner, id, client } = await newScene()
  // The picture is red on the left half, blue on the right.
  const halves = await sharp(await picture('red', 400, 200))
    .composite([{ input: await picture('blue', 200, 200), left: 200, top: 0 }])
    .png()
    .toBuffer()
  const [photo] = (await upload(client, id, halves)).json().restaurant.photos
  const at = `/api/Console/Restaurants/${id}/Photos/${photo.id}`
  const words = { alt: 'The room', rights: '', focalX: 0.2, focalY: 0.5 }
  const crop = { cropLeft: 0.5, cropTop: 0, cropWidth: 0.5, cropHeight: 1 }
  const outside = await client.send('PUT', at, { ...words, ...crop, cropWidth: 0.6 })
  expect([outside.statusCode, outside.json().fieldErrors[0].field]).toEqual([400, 'cropWidth'])
  const changed = (await client.send('PUT', at, { ...words, ...crop })).json().restaurant.photos[0]
  expect(changed).toMatchObject({ ...words, ...crop })
  expect(changed.code).not.toBe(photo.code)
  const member = newClient(app, partner)
  const shown = (await member.get(`/api/v2/Merchants/${id}`)).json().photos[0]
  const served = await member.get(`${shown.url}&preset=thumbnail`)
  const { dominant } = await sharp(served.rawPayload).stats()
  expect(dominant.b).toBeGreaterThan(200)
  expect(dominant.r).toBeLessThan(50)
})
