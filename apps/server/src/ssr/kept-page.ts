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
  /** The form for this `Accept-Encoding`, or null while it is not made. */
  readyForm(acceptEncoding: string | undefined): Form | null
  formFor(acceptEncoding: string | undefined): Promise<Form>
}

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)
/** Quality 5 of 11: 2 ms for a page. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export function keepPage(status: number, html: string, headers: Readonly<Record<string, string>>): KeptPage {
  const plain = Buffer.from(html)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const ready = new Map<Encoding, Form>()
  const making = new Map<Encoding, Promise<Form>>()

  async function make(encoding: Encoding): Promise<Form> {
    const body = await packed(plain, encoding)
    const form = formOf(body, encoding, `"${hash}-${encoding}"`, headers)
    ready.set(encoding, form)
    return form
  }

  return {
    status,
    bytes: 2 * plain.length + 4_096,
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

async function packed(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return packBrotli(plain, brotliOptions)
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
