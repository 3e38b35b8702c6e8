import { mkdirSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DownloadError, downloadPicture } from '../../gateways/files/photo-download.ts'
import { publicReach, setOutgoingHosts } from '../../gateways/outgoing-calls.ts'
import { isPublicAddress } from '../../gateways/public-addresses.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { importBench, row } from '../merchant-import/import-for-test.ts'
import { photoImporter } from './photo-import.service.ts'
import { selectPhotos } from './photos.repository.ts'

const app = await createTestApp()
const partner = app.newPartner()
const bench = importBench(app)
const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#888' } })
  .jpeg()
  .toBuffer()

/** A web server with pictures, and with what goes wrong. */
const answers: Record<string, (answer: ServerResponse) => void> = {
  '/one.jpg': answer => answer.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture),
  '/two.jpg': answer => answer.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture),
  '/page': answer => answer.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  '/moved': answer => answer.writeHead(302, { location: '/one.jpg' }).end(),
  '/loop': answer => answer.writeHead(302, { location: '/loop' }).end(),
  '/inside': answer => answer.writeHead(302, { location: 'http://10.0.0.8/secret.jpg' }).end(),
  '/away': answer => answer.writeHead(302, { location: 'https://photos.example.com/one.jpg' }).end(),
  '/file': answer => answer.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/large': answer => answer.writeHead(200, { 'content-type': 'image/jpeg' }).end(Buffer.alloc(5_000)),
  '/slow': answer => answer.writeHead(200, { 'content-type': 'image/jpeg' }).flushHeaders(),
}
let server: Server
let origin: string
const asked: string[] = []
beforeAll(async () => {
  server = createServer((request, answer) => {
    asked.push(request.url ?? '')
    const respond = answers[request.url ?? '']
    if (respond) respond(answer)
    else answer.writeHead(404).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked.length = 0
})

const reach = { isAllowed: (address: string): boolean => address === '127.0.0.1', anyPort: true }
const limits = { maxBytes: 4_000, timeoutMs: 5_000, reach }

async function runImport(rows: object[], allowed = reach) {
  const file = bench.fileOf('merchants.ndjson', rows.map(one => JSON.stringify(one)).join('\n'))
  const report: string[] = []
  const options = {
    folder: bench.folder,
    report: (sentence: string, line: number) => report.push(`line ${line}: ${sentence}`),
  }
  const importer = photoImporter(app.context(partner), options, allowed)
  const { summary } = await bench.run(file, partner, { importPhotos: importer.import })
  return { summary, report, added: importer.added, failed: importer.failed }
}
const sourcesOf = async (id: string) =>
  (await selectPhotos(app.database.db, id)).map(({ source }) => source.replace(origin, ''))

describe('column photos', () => {
  test('addresses and files: added in their order, once', async () => {
    mkdirSync(`${bench.folder}/pictures`, { recursive: true })
    bench.fileOf('pictures/bar.jpg', picture)
    const photos = `${origin}/one.jpg|pictures/bar.jpg|${origin}/moved`
    expect(await runImport([row('p1', { photos })])).toMatchObject({ added: 3, failed: 0, report: [] })
    expect(await sourcesOf('p1')).toEqual(['import:/one.jpg', 'import:pictures/bar.jpg', 'import:/moved'])
    asked.length = 0
    const again = await runImport([row('p1', { photos })])
    expect(again).toMatchObject({ added: 0, summary: { unchanged: 1 } })
    expect(asked).toEqual([])
  })

  test('another list: what it leaves out goes, its order counts; no list changes nothing', async () => {
    await runImport([row('p2', { photos: [`${origin}/one.jpg`, `${origin}/moved`] })])
    await runImport([row('p2', { photos: [`${origin}/two.jpg`, `${origin}/one.jpg`] })])
    expect(await sourcesOf('p2')).toEqual(['import:/two.jpg', 'import:/one.jpg'])
    await runImport([row('p2')])
    expect(await sourcesOf('p2')).toHaveLength(2)
  })

  test('a photo that cannot be had: reported with its line, the restaurant and its former photos stay', async () => {
    await runImport([row('p3', { photos: [`${origin}/one.jpg`] })])
    const { report, summary, failed } = await runImport([
      row('p3', { name: 'Casa Nueva', photos: [`${origin}/gone.jpg`, `${origin}/page`, 'missing.jpg'] }),
    ])
    expect(summary).toMatchObject({ updated: 1, refused: 0 })
    expect(failed).toBe(3)
    expect(report.join('\n')).toMatch(/^line 1: photo .*gone.jpg: The server answered 404\./)
    expect(report.join('\n')).toMatch(/is not a picture but "text\/html"/)
    expect(report.join('\n')).toMatch(/There is no file .*missing\.jpg/)
    expect(await sourcesOf('p3')).toEqual(['import:/one.jpg'])
  })

  test('a private address: refused without a request', async () => {
    const { failed, report } = await runImport([row('p4', { photos: `${origin}/one.jpg` })], publicReach)
    expect(failed).toBe(1)
    expect(report[0]).toMatch(/127\.0\.0\.1 is a private address/)
    expect(asked).toEqual([])
  })

  test.each(['/etc/passwd', '../secret.jpg', 'a/../../b.jpg', 'file:///etc/passwd', 'ftp://a.example/b.jpg'])(
    'neither an address nor a file beside the import: the row is refused (%s)',
    async photos => {
      const { summary } = await runImport([row('p5', { photos: [photos] })])
      expect(summary).toMatchObject({ refused: 1, added: 0 })
    },
  )

  test('dry run: nothing is loaded', async () => {
    const file = bench.fileOf('dry.ndjson', JSON.stringify(row('p6', { photos: `${origin}/one.jpg` })))
    const importer = photoImporter(app.context(partner), { folder: bench.folder, report: () => {} }, reach)
    await bench.run(file, partner, { importPhotos: importer.import, dryRun: true })
    expect(asked).toEqual([])
  })
})

describe('downloadPicture', () => {
  test.each([
    ['/inside', /10\.0\.0\.8 is a private address/],
    ['/file', /not an http or https address/],
    ['/loop', /redirected more than 3 times/],
    ['/large', /larger than/],
  ])('%s: refused', async (path, message) => {
    await expect(downloadPicture(`${origin}${path}`, limits)).rejects.toThrow(message)
  })
  test('a server that does not finish: given up after the limit', async () => {
    await expect(downloadPicture(`${origin}/slow`, { ...limits, timeoutMs: 200 })).rejects.toThrow(
      'It took too long.',
    )
  })
  test('a name with a private address: refused', async () => {
    const port = new URL(origin).port
    const refusal = downloadPicture(`http://localhost:${port}/one.jpg`, {
      ...limits,
      reach: { ...publicReach, anyPort: true },
    })
    await expect(refusal).rejects.toThrow(DownloadError)
    expect(asked).toEqual([])
  })
})

test.each(['http://127.0.0.1:{port}/one.jpg', 'http://photos.example.com:{port}/one.jpg'])(
  'a port that is not the usual one: refused (%s)',
  async address => {
    const url = address.replace('{port}', new URL(origin).port)
    const strict = { ...reach, anyPort: false }
    await expect(downloadPicture(url, { ...limits, reach: strict })).rejects.toThrow(
      /^Port \d+ is not a usual one/,
    )
    expect(asked).toEqual([])
  },
)

test('hosts to call are listed: a photo elsewhere is refused, also after a redirect', async () => {
  setOutgoingHosts(['127.0.0.1'])
  try {
    const away = downloadPicture(`${origin}/away`, limits)
    await expect(away).rejects.toThrow('OUTGOING_HOSTS does not name photos.example.com.')
    expect(asked).toEqual(['/away'])
  } finally {
    setOutgoingHosts([])
  }
})

test.each([
  ['93.184.216.34', true],
  ['2606:2800:220:1::1', true],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
])('isPublicAddress: %s -> %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})
