import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { s3PhotoStore } from './s3-photo-store.ts'

/*
 * A small S3 server that checks signatures by the published algorithm (AWS Signature Version 4), written apart from the
 * client's.
 */

const keyId = 'AKIDEXAMPLE'
const secret = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'
const region = 'eu-central-1'
const objects = new Map<string, Buffer>()
let server: Server
let url: string

beforeAll(async () => {
  server = createServer(async (request, answer) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const path = request.url ?? ''
    if (!isSigned(request, body)) return answer.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>')
    if (!path.startsWith('/bucket/')) return answer.writeHead(404).end('<Code>NoSuchBucket</Code>')
    const object = objects.get(path)
    if (request.method === 'PUT') objects.set(path, body)
    if (request.method === 'DELETE') objects.delete(path)
    if (request.method === 'GET') return object ? answer.end(object) : answer.writeHead(404).end()
    return answer.writeHead(request.method === 'DELETE' ? 204 : 200).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

function isSigned({ method, url: path = '', headers }: IncomingMessage, body: Buffer): boolean {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!match) return false
  const [, id, day = '', where = '', names = '', signature] = match
  const payload = String(headers['x-amz-content-sha256'])
  const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== hash(body)) return false
  const canonical = [
    method,
    path,
    '',
    ...names.split(';').map(name => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    payload,
  ].join('\n')
  const scope = `${day}/${where}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical)].join('\n')
  const hmac = (key: string | Buffer, value: string) => createHmac('sha256', key).update(value).digest()
  const key = [day, where, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return id === keyId && where === region && hmac(key, text).toString('hex') === signature
}

const store = (changes: object = {}) =>
  s3PhotoStore({ url: `${url}/bucket/photos`, keyId, secret, region, ...changes })

describe('s3PhotoStore', () => {
  test('write, read, delete: the object in its bucket and folder', async () => {
    const file = Buffer.from([0xff, 0xd8, 0, 1, 2])
    await store().write('abc', file)
    expect([...objects.keys()]).toEqual(['/bucket/photos/abc.jpg'])
    expect((await store().read('abc'))?.equals(file)).toBe(true)
    await store().delete('abc')
    expect(await store().read('abc')).toBeNull()
    await store().delete('abc')
  })
  test.each([
    ['another secret', { secret: 'wrong' }],
    ['another key', { keyId: 'AKIDOTHER' }],
    ['another region', { region: 'us-east-1' }],
  ])('%s: refused with the status', async (_name, changes) => {
    await expect(store(changes).read('abc')).rejects.toThrow('photo store: GET abc.jpg answered 403')
  })
  test('no such bucket: writing fails in words', async () => {
    const missing = store({ url: `${url}/other` })
    await expect(missing.write('abc', Buffer.from('x'))).rejects.toThrow(/no bucket at .*\/other/)
  })
})
