import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export const s3Key = {
  keyId: 'AKIDEXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'eu-central-1',
}

export interface S3Server extends AsyncDisposable {
  /** It has no bucket, and no slash at its end. */
  readonly url: string
  /** By path, in the order of their writing. */
  readonly objects: Map<string, Buffer>
  /** Answer the next requests so, by method and path; null: as usual. */
  refuse: (request: string) => number | null
}

/**
 * A small S3 server with one bucket, `bucket`. It checks signatures and hashes of bodies by the published algorithm (AWS
 * Signature Version 4), written apart from the client's.
 */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, answer) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const path = request.url ?? ''
    const refused = started.refuse(`${request.method} ${path}`)
    if (refused !== null) return answer.writeHead(refused).end('<Code>Refused</Code>')
    if (!isSigned(request, body)) return answer.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>')
    if (!path.startsWith('/bucket/')) return answer.writeHead(404).end('<Code>NoSuchBucket</Code>')
    const object = objects.get(path)
    if (request.method === 'PUT') objects.set(path, body)
    if (request.method === 'DELETE') objects.delete(path)
    if (request.method === 'GET')
      return object ? answer.end(object) : answer.writeHead(404).end('<Code>NoSuchKey</Code>')
    return answer.writeHead(request.method === 'DELETE' ? 204 : 200).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const started: S3Server = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    refuse: () => null,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return started
}

function isSigned({ method, url: path = '', headers }: IncomingMessage, body: Buffer): boolean {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!match) return false
  const { keyId, secret, region } = s3Key
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
