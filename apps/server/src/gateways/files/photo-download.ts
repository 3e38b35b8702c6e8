import type { IncomingMessage } from 'node:http'
import { callPublic, OutgoingCallError, type Reach } from '../outgoing-calls.ts'
import { PrivateAddressError } from '../public-addresses.ts'

/** The message is a sentence for the person who gave the address. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError'
}

export interface DownloadLimits {
  readonly maxBytes: number
  /** It is for the whole download, redirects included. */
  readonly timeoutMs: number
  readonly reach: Reach
}

const maxRedirects = 3

/**
 * The address is http or https on its usual port, and never a private one, also after redirects. @throws DownloadError.
 */
export async function downloadPicture(address: string, limits: DownloadLimits): Promise<Buffer> {
  const signal = AbortSignal.timeout(limits.timeoutMs)
  let url = address
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const answer = await request(url, limits, signal)
    const { statusCode = 0, headers } = answer
    const next = statusCode >= 300 && statusCode < 400 ? URL.parse(headers.location ?? '', url) : null
    if (!next) return readPicture(answer, limits, signal)
    answer.destroy()
    url = next.href
  }
  throw new DownloadError(`It was redirected more than ${maxRedirects} times.`)
}

async function request(
  address: string,
  { reach }: DownloadLimits,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.username)
    throw new DownloadError('It is not an http or https address.')
  const headers = { accept: 'image/*', 'user-agent': 'Dineward photo import' }
  return callPublic(url, { method: 'GET', headers, signal }, reach).catch(error => {
    throw asDownloadError(error, signal)
  })
}

async function readPicture(
  answer: IncomingMessage,
  { maxBytes }: DownloadLimits,
  signal: AbortSignal,
): Promise<Buffer> {
  const type = answer.headers['content-type'] ?? ''
  const problem =
    answer.statusCode !== 200
      ? `The server answered ${answer.statusCode}.`
      : !/^image\//i.test(type)
        ? `It is not a picture but "${type}".`
        : Number(answer.headers['content-length'] ?? 0) > maxBytes
          ? tooLarge(maxBytes)
          : null
  if (problem) {
    answer.destroy()
    throw new DownloadError(problem)
  }
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new DownloadError(tooLarge(maxBytes))
      chunks.push(chunk)
    }
  } catch (error) {
    throw asDownloadError(error, signal)
  }
  return Buffer.concat(chunks)
}

const tooLarge = (maxBytes: number) => `It is larger than ${maxBytes / 1024 / 1024} MB.`

function asDownloadError(error: unknown, signal: AbortSignal): DownloadError {
  if (error instanceof DownloadError) return error
  if (error instanceof PrivateAddressError || error instanceof OutgoingCallError)
    return new DownloadError(error.message)
  if (signal.aborted) return new DownloadError('It took too long.')
  return new DownloadError(`It could not be read: ${error instanceof Error ? error.message : error}`)
}
