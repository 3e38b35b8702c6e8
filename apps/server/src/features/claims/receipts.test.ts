import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { tokenHeader } from '../../testing/test-client.ts'
import { eraseMember } from '../leaving/erasure.service.ts'
import { exportMember } from '../leaving/leaving.service.ts'
import { hostileFiles, pdfOf } from '../uploads/hostile-files-for-test.ts'
import { advance, type ClaimScene, claimsPath, dinedOn, newClaimScene } from './claims-for-test.ts'

const app = await createTestApp()
const script = '<</S /JavaScript /JS (app.alert(1))>>'

describe('a receipt', () => {
  const picture = () =>
    sharp({ create: { width: 40, height: 60, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()

  async function upload({ client, network }: ClaimScene, file: Buffer, fields: Record<string, string> = {}) {
    const form = new FormData()
    const claimed = { merchantId: network.merchant.id, dinedOn, amount: '42.50', cardId: '', ...fields }
    for (const [name, value] of Object.entries(claimed)) form.set(name, value)
    form.set('receipt', new Blob([new Uint8Array(file)]), 'receipt.jpg')
    const encoded = new Request('http://x', { method: 'POST', body: form })
    const body = Buffer.from(await encoded.arrayBuffer())
    const headers = { 'content-type': encoded.headers.get('content-type')! }
    return client.send('POST', claimsPath, body, { ...(await tokenHeader(client)), ...headers })
  }

  const stored = async ({ network }: ClaimScene) =>
    (await exportMember(app.context(network.partner), network.memberId)).sections.receipts as {
      content: string
    }[]

  test('a picture in a form -> encoded again; exported; erased with the member', async () => {
    const scene = await newClaimScene(app)
    expect((await upload(scene, await picture())).statusCode).toBe(201)
    const [receipt] = await stored(scene)
    const { format, width } = await sharp(Buffer.from(receipt!.content, 'base64')).metadata()
    expect([format, width]).toEqual(['jpeg', 40])
    const [claim] = await scene.listed()
    await eraseMember(app.context(scene.network.partner), scene.network.memberId)
    expect(await app.context(scene.network.partner).gateways.receipts.read(claim!.id)).toBeNull()
  })

  test('a PDF -> its pages as one picture, deleted some time after the answer', async () => {
    const scene = await newClaimScene(app)
    expect((await upload(scene, pdfOf('0 0 1 rg 0 0 200 150 re f'))).statusCode).toBe(201)
    const [receipt] = await stored(scene)
    const printed = sharp(Buffer.from(receipt!.content, 'base64'))
    const [above, below] = await Promise.all(
      [0, 900].map(top => printed.clone().extract({ left: 0, top, width: 1_200, height: 900 }).toBuffer()),
    )
    const shown = await Promise.all([above, below].map(async half => (await sharp(half).stats()).dominant))
    expect((await printed.metadata()).format).toBe('jpeg')
    expect(shown).toMatchObject([
      { r: 248, g: 248, b: 248 },
      { r: 8, g: 8, b: 248 },
    ])
    await advance(app, scene, { status: 'successful' })
    app.clock.advance(31 * 86_400_000)
    await advance(app, scene)
    app.clock.set('2026-03-10T18:00:00Z')
    expect(await stored(scene)).toEqual([])
  })

  test.each<[string, Buffer]>([
    ['compressed twice', pdfOf(deflateSync(deflateSync(script)), '/Filter [/FlateDecode /FlateDecode]')],
    ['behind a predictor', pdfOf(deflateSync(script), '/Filter /FlateDecode /DecodeParms <</Predictor 15>>')],
    ['that opens with a script', pdfOf('', '', `/OpenAction ${script}`)],
    ['that opens an address', pdfOf('', '', '/OpenAction <</S /URI /URI (https://example.com)>>')],
    ['with HTML', pdfOf('<script>alert(1)</script>')],
    ['with a file inside', pdfOf('', '', '/Names <</EmbeddedFiles <</Names [(a) 4 0 R]>>>>')],
  ])('a PDF with something active %s -> nothing of it is kept but a picture', async (_case, file) => {
    const scene = await newClaimScene(app)
    expect((await upload(scene, file)).statusCode).toBe(201)
    const [receipt] = await stored(scene)
    const kept = Buffer.from(receipt!.content, 'base64')
    expect((await sharp(kept).metadata()).format).toBe('jpeg')
    expect(kept.toString('latin1')).not.toMatch(/script|URI|alert|%PDF|example/i)
  })

  test('a PDF of many pages -> the first three are kept', async () => {
    const scene = await newClaimScene(app)
    const document = new PDFDocument({ size: [100, 50] })
    for (let page = 1; page < 5; page++) document.addPage()
    document.end()
    await upload(scene, Buffer.concat(await document.toArray()))
    const [receipt] = await stored(scene)
    const { width, height } = await sharp(Buffer.from(receipt!.content, 'base64')).metadata()
    expect([width, height]).toEqual([1_200, 3 * 600])
  })

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a large SVG', hostileFiles['an SVG of groups, 4 MB']!],
    ['a PDF without pages', () => Buffer.from('%PDF-1.7\n%%EOF')],
    ['half a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj')],
    ['a PDF of streams without an end', hostileFiles['a PDF of streams without an end, 960 KB']!],
    ['a picture cut off', async () => (await picture()).subarray(0, 60)],
    ['too large', () => Buffer.alloc(5 * 1024 * 1024 + 1, '%PDF-1.7')],
    ['much too large', () => Buffer.alloc(8 * 1024 * 1024, '%PDF-1.7')],
  ])('%s -> refused by its field, nothing stored', async (_case, file) => {
    const scene = await newClaimScene(app)
    const response = await upload(scene, await file())
    expect([response.statusCode, response.json().fieldErrors?.[0].field]).toEqual([400, 'receipt'])
    expect([await scene.listed(), await stored(scene)]).toEqual([[], []])
  })

  test('refused again and again -> waits an hour, also with a good file', async () => {
    const scene = await newClaimScene(app)
    const codes = new Set<number>()
    for (let count = 0; count < 20; count++)
      codes.add((await upload(scene, Buffer.from('%PDF-1.7'))).statusCode)
    expect([...codes]).toEqual([400])
    expect((await upload(scene, await picture())).json().code).toBe('rate_limited')
  })

  test('an upload of 100 MB -> answered before it is sent, and cut off', async () => {
    const { client, network } = await newClaimScene(app)
    const token = await tokenHeader(client)
    const { port } = new URL(await app.app.listen({ port: 0 }))
    const upload = request({
      host: '127.0.0.1',
      port,
      path: claimsPath,
      method: 'POST',
      headers: {
        host: `${network.partner.slug}.localhost`,
        ...token,
        cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': '104857600',
      },
    })
    upload.on('error', () => {})
    upload.write(Buffer.alloc(64 * 1024))
    const [response] = (await once(upload, 'response')) as [IncomingMessage]
    const body = JSON.parse(Buffer.concat(await response.toArray()).toString())
    expect([response.statusCode, body.fieldErrors[0].field]).toEqual([400, 'receipt'])
    if (!upload.destroyed) await once(upload, 'close')
  })

  test('a form cut off at any byte, as by a phone that loses its connection -> refused', async () => {
    const { client, network } = await newClaimScene(app)
    const headers = {
      host: `${network.partner.slug}.localhost`,
      'content-type': 'multipart/form-data; boundary=x',
      ...(await tokenHeader(client)),
      cookie: [...client.cookies].map(pair => pair.join('=')).join('; '),
    }
    const part = '--x\r\nContent-Disposition: form-data; name='
    const body = `${part}"amount"\r\n\r\n42.50\r\n${part}"receipt"; filename="a.png"\r\n\r\nPNG\r\n--x`
    for (let length = 0; length <= body.length; length++) {
      // The addresses differ, since limits are tested elsewhere.
      const remoteAddress = `10.8.${length >> 8}.${length & 255}`
      const payload = body.slice(0, length)
      const response = await app.app.inject({
        method: 'POST',
        url: claimsPath,
        remoteAddress,
        headers,
        payload,
      })
      expect([response.statusCode, response.json().code]).toEqual([400, 'validation_failed'])
    }
  })

  test('JSON of more than 32 KB -> says how a receipt is sent', async () => {
    const { report } = await newClaimScene(app)
    const response = await report({ receipt: 'A'.repeat(40_000) })
    expect([response.statusCode, response.json().message]).toEqual([
      413,
      expect.stringContaining('multipart'),
    ])
  })

  test.each([
    ['a card number in a field', { note: '4929 1748 5027 5143' }, 'card_number_refused'],
    ['a field that is not known', { state: 'approved' }, 'validation_failed'],
  ])('%s of a form -> refused', async (_case, fields, code) => {
    const scene = await newClaimScene(app)
    expect((await upload(scene, await picture(), fields)).json().code).toBe(code)
  })
})
