import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

type Encoding = 'br' | 'gzip' | 'identity'

interface EncodedPage {
  readonly body: Buffer
  readonly etag: string
  /** Names and values in turn, as `writeHead` takes them. */
  readonly headers: readonly string[]
  readonly notModifiedHeaders: readonly string[]
}

export interface CachedPage {
  readonly status: number
  /** It is an upper estimate, compressed copies included. */
  readonly bytes: number
  readonly fingerprint: string
  /** Call when it was rendered again without a change: better compression now pays. */
  compressBetter(): void
  readyEncoding(acceptEncoding: string | undefined): EncodedPage | null
  encode(acceptEncoding: string | undefined): Promise<EncodedPage>
}

/** As small as it gets: for what is sent often and made once. */
export const compressBest = (plain: Buffer): Promise<Buffer> => compress(plain, 'br', brotliQuality.best)

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
/** The scale ends at 11. A page takes 3 ms at the first and 60 ms at the second, both off the main thread. */
const brotliQuality = { first: 8, best: 11 } as const
/** The window is 256 KB: pages are smaller, and a larger window takes longer to set up than to fill. */
const windowBits = 18

export function cachePage(
  status: number,
  html: string,
  headers: Readonly<Record<string, string>>,
): CachedPage {
  const plain = Buffer.from(html)
  const hash = etagOf(plain)
  const ready = new Map<Encoding, EncodedPage>()
  const pending = new Map<Encoding, Promise<EncodedPage>>()

  async function compressTo(encoding: Encoding, quality: number): Promise<EncodedPage> {
    const body = await compress(plain, encoding, quality)
    // The tag names the content, not its compression.
    const encoded = encodedPage(body, encoding, `"${hash}-${encoding}"`, headers)
    ready.set(encoding, encoded)
    return encoded
  }
  let isBest = false

  return {
    status,
    bytes: 2 * plain.length + 4_096,
    fingerprint: `${status} ${hash} ${etagOf(JSON.stringify(headers))}`,
    compressBetter() {
      if (isBest || !ready.has('br')) return
      isBest = true
      compressTo('br', brotliQuality.best).catch(() => {})
    },
    readyEncoding: accepted => ready.get(preferredEncoding(accepted)) ?? null,
    encode(accepted) {
      const encoding = preferredEncoding(accepted)
      const done = ready.get(encoding)
      if (done) return Promise.resolve(done)
      const running = pending.get(encoding) ?? compressTo(encoding, brotliQuality.first)
      pending.set(encoding, running)
      return running
    },
  }
}

/** No reply hooks run: the page has their headers, the reply has the rate limit's. */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Pick<CachedPage, 'status'>,
  encoded: EncodedPage,
  isClosing: boolean,
): FastifyReply {
  const { raw } = reply.hijack()
  const added = Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)])
  if (isClosing) added.push('connection', 'close')
  writeCached(request, raw, page, encoded, added)
  return reply
}

/** @returns the status: 304 where the visitor has the page already. */
export function writeCached(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  response: ServerResponse,
  { status }: Pick<CachedPage, 'status'>,
  encoded: EncodedPage,
  added: readonly string[] = [],
): number {
  const isUnmodified = status === 200 && matchesEtag(headers['if-none-match'], encoded.etag)
  const written = isUnmodified ? 304 : status
  const own = isUnmodified ? encoded.notModifiedHeaders : encoded.headers
  // Node does not change them.
  response.writeHead(written, added.length > 0 ? [...own, ...added] : (own as string[]))
  if (isUnmodified || method === 'HEAD') response.end()
  else response.end(encoded.body)
  return written
}

/** The key is the header: there are few of them, and reading one takes a tenth of an answer. */
const encodings = new LRUCache<string, Encoding>({ max: 100, memoMethod: accepted => readEncoding(accepted) })

/** The best encoding that the browser accepts: `br;q=0` refuses one. */
export function preferredEncoding(accepted: string | undefined): Encoding {
  return accepted ? encodings.memo(accepted) : 'identity'
}

function readEncoding(accepted: string): Encoding {
  const encodings = accepted
    .split(',')
    .filter(part => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map(part => part.split(';', 1)[0]!.trim().toLowerCase())
  if (encodings.includes('br')) return 'br'
  return encodings.includes('gzip') ? 'gzip' : 'identity'
}

export const etagOf = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22)

async function compress(plain: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'br') {
    const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants
    return compressBrotli(plain, {
      params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_LGWIN]: windowBits },
    })
  }
  return encoding === 'gzip' ? compressGzip(plain) : plain
}

function encodedPage(
  body: Buffer,
  encoding: Encoding,
  etag: string,
  pageHeaders: Readonly<Record<string, string>>,
): EncodedPage {
  const shared = { ...pageHeaders, vary: 'Cookie, Accept-Encoding', etag }
  const headers = {
    ...shared,
    'content-type': 'text/html; charset=utf-8',
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    'content-length': String(body.length),
  }
  return {
    body,
    etag,
    headers: Object.entries(headers).flat(),
    notModifiedHeaders: Object.entries(shared).flat(),
  }
}

export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some(one => one.trim().replace(/^W\//, '') === etag || one.trim() === '*')
}
