import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeAfterFile } from '../../testing/databases/close-after-file.ts'

type Answer = (request: ButterRequest, response: ServerResponse) => void | Promise<void>

export interface ButterRequest {
  /** The kind that is asked for. */
  readonly kind: string
  readonly token: string | null
  readonly page: number
  readonly preview: boolean
}

/** An account that answers over real sockets, as ButterCMS does or as a broken one might. */
export interface Butter {
  readonly url: string
  readonly requests: ButterRequest[]
  /** How calls are answered from now on. */
  answer: Answer
  /** Refuses connections until `open`. */
  close(): Promise<void>
  open(): Promise<void>
}

export async function startButter(answer: Answer): Promise<Butter> {
  const requests: ButterRequest[] = []
  const handle = (message: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(message.url ?? '', 'http://localhost')
    const request = {
      kind: /^\/v2\/pages\/([a-z0-9_]+)\/$/.exec(pathname)?.[1] ?? '',
      token: searchParams.get('auth_token'),
      page: Number(searchParams.get('page')),
      preview: searchParams.get('preview') === '1',
    }
    requests.push(request)
    void butter.answer(request, response)
  }
  let server = createServer(handle)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const butter: Butter = {
    url: `http://127.0.0.1:${port}/v2`,
    requests,
    answer,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    open: () =>
      new Promise(resolve => {
        server = createServer(handle)
        server.listen(port, '127.0.0.1', resolve)
      }),
  }
  closeAfterFile(() => butter.close())
  return butter
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export const butterEntry = (slug: string, fields: object, changes: object = {}) => ({
  slug,
  name: slug,
  page_type: 'any',
  status: 'published',
  published: '2026-03-01T00:00:00Z',
  updated: '2026-03-02T00:00:00Z',
  fields,
  ...changes,
})

/** Answers these entries by kind, a hundred a page; kinds that are not named are not found. */
export function accountOf(kinds: Readonly<Record<string, readonly object[]>>): Answer {
  return ({ kind, page, preview }, response) => {
    const all = kinds[kind]
    if (!all) return sendJson(response, { detail: 'Not found.' }, 404)
    const shown = all.filter(entry => preview || (entry as { status?: string }).status !== 'draft')
    const data = shown.slice((page - 1) * 100, page * 100)
    const next_page = page * 100 < shown.length ? page + 1 : null
    sendJson(response, { meta: { count: shown.length, next_page, previous_page: null }, data })
  }
}
