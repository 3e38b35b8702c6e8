import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip' | 'identity'

/** A page in one encoding, as it travels. */
interface Form {
  readonly body: Buffer
  readonly etag: string
  /** Names and values in turn, as `writeHead` takes them. */
  readonly headers: readonly string[]
  readonly unchangedHeaders: readonly string[]
}

/** A whole answer that many are given: status, headers, and the body in whatever encodings were asked for. */
export interface KeptPage {
  readonly status: number
  /** What it may come to at most, with its compressed copies. */
  readonly bytes: number
  /** Of all of it: another page with the same is the same answer. */
  readonly sign: string
  /** It was drawn anew and is still the same, so that packing it better pays. */
  lasts(): void
  /** The form for this `Accept-Encoding`, or null while it is not made. */
  readyForm(acceptEncoding: string | undefined): Form | null
  formFor(acceptEncoding: string | undefined): Promise<Form>
}

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)
/** Of 11. The one takes 3 ms for a page, the other 60 ms: neither on the thread that answers. */
const quality = { atOnce: 8, best: 11 } as const
/** 256 KB, which a page is smaller than: a larger window takes longer to make ready than to fill. */
const windowBits = 18

export function keepPage(status: number, html: string, headers: Readonly<Record<string, string>>): KeptPage {
  const plain = Buffer.from(html)
  const hash = signOf(plain)
  const ready = new Map<Encoding, Form>()
  const making = new Map<Encoding, Promise<Form>>()

  async function make(encoding: Encoding): Promise<Form> {
    const body = await packed(plain, encoding, quality.atOnce)
    const form = formOf(body, encoding, `"${hash}-${encoding}"`, headers)
    ready.set(encoding, form)
    return form
  }

  /** The tag stays: it is asked for by whole pages, and unpacked they are the same. */
  async function packBetter(): Promise<void> {
    const body = await packed(plain, 'br', quality.best)
    const form = formOf(body, 'br', `"${hash}-br"`, headers)
    ready.set('br', form)
    making.set('br', Promise.resolve(form))
  }
  let isPackedBetter = false

  return {
    status,
    bytes: 2 * plain.length + 4_096,
    sign: `${status} ${hash} ${signOf(JSON.stringify(headers))}`,
    lasts() {
      if (isPackedBetter || !ready.has('br')) return
      isPackedBetter = true
      packBetter().catch(() => {})
    },
    readyForm: accepted => ready.get(encodingFor(accepted)) ?? null,
    formFor(accepted) {
      const encoding = encodingFor(accepted)
      const known = making.get(encoding) ?? make(encoding)
      making.set(encoding, known)
      return known
    },
  }
}

/**
 * Writes the whole answer at once. What hooks would have added is in the page's headers already, or on the reply: the
 * limits. Who asks with the tag of what is here is told that it is still so.
 */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Pick<KeptPage, 'status'>,
  form: Form,
  isClosing: boolean,
): FastifyReply {
  const { raw } = reply.hijack()
  const isUnchanged = page.status === 200 && namesTag(request.headers['if-none-match'], form.etag)
  const headers = [...(isUnchanged ? form.unchangedHeaders : form.headers)]
  for (const [name, value] of Object.entries(reply.getHeaders())) headers.push(name, String(value))
  if (isClosing) headers.push('connection', 'close')
  raw.writeHead(isUnchanged ? 304 : page.status, headers)
  if (isUnchanged || request.method === 'HEAD') raw.end()
  else raw.end(form.body)
  return reply
}

/** What the browser takes, best first: `br;q=0` says that it does not. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  const taken = accepted
    .split(',')
    .filter(one => !/;\s*q=0(?:\.0*)?\s*$/.test(one))
    .map(one => one.split(';', 1)[0]!.trim().toLowerCase())
  if (taken.includes('br')) return 'br'
  return taken.includes('gzip') ? 'gzip' : 'identity'
}

const signOf = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22)

async function packed(plain: Buffer, encoding: Encoding, brotliQuality: number): Promise<Buffer> {
  if (encoding === 'br') {
    const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants
    return packBrotli(plain, {
      params: { [BROTLI_PARAM_QUALITY]: brotliQuality, [BROTLI_PARAM_LGWIN]: windowBits },
    })
  }
  return encoding === 'gzip' ? packGzip(plain) : plain
}

function formOf(
  body: Buffer,
  encoding: Encoding,
  etag: string,
  given: Readonly<Record<string, string>>,
): Form {
  const always = { ...given, vary: 'Cookie, Accept-Encoding', etag }
  const headers = {
    ...always,
    'content-type': 'text/html; charset=utf-8',
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    'content-length': String(body.length),
  }
  return {
    body,
    etag,
    headers: Object.entries(headers).flat(),
    unchangedHeaders: Object.entries(always).flat(),
  }
}

function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some(one => one.trim().replace(/^W\//, '') === etag || one.trim() === '*')
}
