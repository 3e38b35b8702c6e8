import { type RawEntry, rawEntryOf } from '@dineward/core/content/content.rules.ts'
import type { ContentKind } from '@dineward/core/content/content-fields.ts'
import { type ContentSource, ContentTrouble, type ReadOptions } from './content-source.ts'
import { callOut, OutgoingCallError } from './outgoing-calls.ts'

/** The limit is for one kind, all pages together. */
const maxBytes = 1024 * 1024
const maxPages = 20
const pageSize = 100

interface Account {
  /** It includes the version: `https://api.buttercms.com/v2`. */
  readonly url: string
  /** Tokens go by partner. They are part of the address of a call, so addresses are never logged. */
  readonly tokens: ReadonlyMap<string, string>
}

export function contentAccount({ url, tokens }: Account): ContentSource {
  return {
    async read(slug, kind, options) {
      const token = tokens.get(slug)
      if (token === undefined) throw new ContentTrouble('the account has no token')
      const entries: RawEntry[] = []
      let bytesLeft = maxBytes
      for (let page = 1; ; ) {
        const answer = await fetchPage(addressOf(url, token, kind, page, options.preview), options, bytesLeft)
        // A missing kind is null; a missing later page ends the list.
        if (answer === null) return page === 1 ? null : entries
        bytesLeft -= answer.bytes
        entries.push(...answer.data.map(rawEntryOf))
        if (answer.nextPage === null) return entries
        if (answer.nextPage <= page)
          throw new ContentTrouble('the account goes round in a circle with its pages')
        if (answer.nextPage > maxPages)
          throw new ContentTrouble(`the account has more than ${maxPages} pages`)
        page = answer.nextPage
      }
    },
  }
}

function addressOf(base: string, token: string, kind: ContentKind, page: number, preview: boolean): URL {
  const url = new URL(`${base}/pages/${kind}/`)
  url.search = new URLSearchParams({
    auth_token: token,
    page: String(page),
    page_size: String(pageSize),
    ...(preview ? { preview: '1' } : {}),
  }).toString()
  return url
}

interface Page {
  readonly data: readonly unknown[]
  readonly nextPage: number | null
  readonly bytes: number
}

async function fetchPage(address: URL, { signal }: ReadOptions, bytesLeft: number): Promise<Page | null> {
  try {
    const response = await callOut(address, {
      headers: { accept: 'application/json' },
      // The token must not be sent to another address.
      redirect: 'manual',
      signal,
    })
    if (response.status === 404) return null
    if (response.status === 401 || response.status === 403)
      throw new ContentTrouble(`the account refuses its token (${response.status})`)
    if (response.status !== 200) throw new ContentTrouble(`the account answers ${response.status}`)
    const body = await readAtMost(response, bytesLeft)
    return { ...pageOf(body), bytes: body.length }
  } catch (error) {
    throw troubleOf(error)
  }
}

async function readAtMost(response: Response, bytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    // Leaving the loop closes the connection.
    if (length > bytes) throw new ContentTrouble('the account answers more than 1 MB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function pageOf(body: Buffer): Omit<Page, 'bytes'> {
  const answer = parsed(body) as { data?: unknown; meta?: { next_page?: unknown } } | null
  const nextPage = answer?.meta?.next_page ?? null
  if (!Array.isArray(answer?.data) || (nextPage !== null && !Number.isInteger(nextPage)))
    throw new ContentTrouble('the account answers JSON of another form')
  return { data: answer.data, nextPage: nextPage as number | null }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new ContentTrouble('the account answers something else than JSON')
  }
}

/** A network library's message may quote the address, and with it the token. */
function troubleOf(error: unknown): ContentTrouble {
  if (error instanceof ContentTrouble) return error
  if (error instanceof OutgoingCallError) return new ContentTrouble(error.message)
  const { name, cause } = error as Error & { cause?: { code?: unknown } }
  if (name === 'TimeoutError') return new ContentTrouble('the account takes too long to answer')
  if (name === 'AbortError') return new ContentTrouble('the account was not waited for')
  const code = typeof cause?.code === 'string' ? ` (${cause.code})` : ''
  return new ContentTrouble(`the account does not answer${code}`)
}
