import { AwsClient } from 'aws4fetch'
import { requireOutgoing } from '../outgoing-calls.ts'
import type { PhotoStore } from './photo-store.ts'

export interface S3Settings {
  /** It has the endpoint, bucket and, if wanted, a folder in it: `https://s3.us-east-1.amazonaws.com/bucket/photos`. */
  readonly url: string
  readonly keyId: string
  readonly secret: string
  readonly region: string
}

const timeoutMs = 20_000

/** Photos are in a bucket of Amazon S3 or a server that speaks its protocol (path-style addresses). */
export function s3PhotoStore({ url, keyId, secret, region }: S3Settings): PhotoStore {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    region,
    service: 's3',
    retries: 2,
  })
  const send = async (method: string, hash: string, body?: Buffer): Promise<Response> => {
    requireOutgoing(url)
    const answer = await client.fetch(`${url}/${hash}.jpg`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body ? { body: new Uint8Array(body), headers: { 'content-type': 'image/jpeg' } } : {}),
    })
    if (answer.ok || answer.status === 404) return answer
    throw new Error(`photo store: ${method} ${hash}.jpg answered ${answer.status}`)
  }
  return {
    async read(hash) {
      const answer = await send('GET', hash)
      return answer.status === 404 ? null : Buffer.from(await answer.arrayBuffer())
    },
    async write(hash, file) {
      const answer = await send('PUT', hash, file)
      if (!answer.ok) throw new Error(`photo store: there is no bucket at ${url}`)
    },
    async delete(hash) {
      await send('DELETE', hash)
    },
  }
}
