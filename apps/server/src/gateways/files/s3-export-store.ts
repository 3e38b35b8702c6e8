import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { OutgoingCallError, requireOutgoing } from '../outgoing-calls.ts'
import {
  ExportRefused,
  type ExportStore,
  explainDisk,
  manifestName,
  type stagingFolder,
} from './export-store.ts'

export interface S3Service {
  /** The address of the service, without a bucket: `https://s3.us-east-1.amazonaws.com`. */
  readonly url: string
  readonly keyId: string
  readonly secret: string
  readonly region: string
}

/** A file has half a million rows, about 30 MB. */
const timeoutMs = 10 * 60_000

interface Place {
  readonly bucket: string
  /** Empty, or it begins with a slash. */
  readonly prefix: string
  /** Files are written to the disk first: their hash is sent with them. */
  readonly staging: ReturnType<typeof stagingFolder>
}

/** A bucket of Amazon S3 or a server that speaks its protocol (path-style addresses). */
export function s3ExportStore(
  { url, keyId, secret, region }: S3Service,
  { bucket, prefix, staging }: Place,
): ExportStore {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    region,
    service: 's3',
    retries: 3,
  })
  const folder = `${url}/${bucket}${prefix}`
  const send = async (method: 'GET' | 'PUT', key: string, body?: { file: Blob; sha256: string }) => {
    requireOutgoing(url)
    return client.fetch(`${folder}/${key}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      // The server compares what arrives with the hash.
      ...(body && { body: body.file, headers: { 'x-amz-content-sha256': body.sha256 } }),
    })
  }
  const put = async (key: string, path: string, sha256: string) => {
    const answer = await send('PUT', key, { file: await openAsBlob(path), sha256 })
    if (!answer.ok) throw await refusal(answer, bucket)
  }
  return {
    ...staging,
    async publish(run, staged, { files, mayShow }) {
      for (const { name, sha256 } of files) await put(`${run}/${name}`, join(staged, name), sha256)
      const manifest = join(staged, manifestName)
      const sha256 = createHash('sha256')
        .update(await readFile(manifest))
        .digest('hex')
      await mayShow()
      await put(`${run}/${manifestName}`, manifest, sha256)
      await staging.discard(staged)
    },
    async readManifest(run) {
      const answer = await send('GET', `${run}/${manifestName}`)
      if (answer.ok) return answer.text()
      const problem = await refusal(answer, bucket)
      if (answer.status === 404 && !(problem instanceof NoBucket)) return null
      throw problem
    },
    explain: error => explain(error, url),
  }
}

class NoBucket extends ExportRefused {}

async function refusal(answer: Response, bucket: string): Promise<Error> {
  const code = /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1] ?? ''
  if (code === 'NoSuchBucket')
    return new NoBucket(`There is no bucket "${bucket}": make it, or name another one.`)
  if (answer.status === 401 || answer.status === 403)
    return new ExportRefused(
      `The bucket "${bucket}" refuses (${code || answer.status}): let the key of EXPORT_STORE_KEY_ID list, read and write it, and look at EXPORT_STORE_REGION.`,
    )
  return new ExportRefused(
    `The bucket "${bucket}" answered ${answer.status} ${code}: start the export again, or ask its service.`,
  )
}

function explain(error: unknown, url: string): unknown {
  const { name, cause } = error as Error
  if (error instanceof OutgoingCallError)
    return new ExportRefused(`${error.message} Change EXPORT_STORE_URL or OUTGOING_HOSTS.`)
  if (name === 'TimeoutError' || (error instanceof TypeError && cause))
    return new ExportRefused(
      `${new URL(url).host} does not answer: look at EXPORT_STORE_URL and the network.`,
      {
        cause: error,
      },
    )
  return explainDisk(error, 'the data folder')
}
