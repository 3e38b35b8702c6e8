import { type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { RenderOptions } from '@dineward/core/pages/render.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, beforeEach } from 'vitest'
import { echoWeb } from '../../testing/echo-web.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

export type Render = (request: Request, options: RenderOptions) => Promise<object>

export interface PageStage {
  test: TestApp
  /** Each test has a new one. */
  partner: Partner
  /** Milliseconds of the cache's own clock. */
  now: number
  /** How many pages were drawn in this test. */
  drawn: number
  /** What pages say beside who they are for; a test sets it. */
  render: Render
  /** Whether the server has all that it is to show. */
  hasStarted: boolean
  /** It is the log of this test. */
  lines: string[]
  /** It goes over a connection: `inject` would begin behind the page cache. */
  get(url: string, headers?: Record<string, string>, of?: Partner): Promise<PageAnswer>
}

export interface PageAnswer {
  readonly statusCode: number
  readonly headers: IncomingHttpHeaders
  readonly rawPayload: Buffer
  readonly body: string
  readonly cookies: readonly { readonly name: string; readonly value: string }[]
}

/** The real application with the page cache, in front of pages that only say how often and for whom they were drawn. */
export function pageStage(): PageStage {
  const stage = {
    now: 0,
    drawn: 0,
    render: async () => ({}),
    hasStarted: true,
    lines: [],
    get: (url, headers = {}, of = stage.partner) =>
      ask(stage.test, { url, headers: { host: `${of.slug}.localhost`, ...headers } }),
  } as Partial<PageStage> as PageStage

  beforeAll(async () => {
    const echo = echoWeb(async (request, options) => {
      stage.drawn += 1
      const name = options.partner.settings.programName
      return { drawing: stage.drawn, name, ...(await stage.render(request, options)) }
    })
    const renderPage: typeof echo.renderPage = async (request, options) => {
      const page = await echo.renderPage(request, options)
      const { pathname } = new URL(request.url)
      if (page.kind !== 'page') return page
      if (pathname.startsWith('/nowhere')) return { ...page, status: 404 }
      return pathname === '/undeclared' ? { ...page, personal: true } : page
    }
    stage.test = await createTestApp({
      web: { ...echo, renderPage, isPersonal: path => path === '/personal' },
      pageCache: { now: () => stage.now, limits: { renderTimeoutMs: 200 } },
      hasStarted: () => stage.hasStarted,
      metricsTokens: ['metrics-token-of-tests'],
      trustProxy: true,
      logLevel: 'info',
      logStream: { write: line => void stage.lines.push(line) },
    })
    await stage.test.app.listen({ port: 0, host: '127.0.0.1' })
  })

  beforeEach(() => {
    stage.partner = stage.test.newPartner()
    stage.drawn = 0
    stage.lines = []
    stage.render = async () => ({})
    stage.hasStarted = true
  })
  return stage
}

export const settled = () => new Promise(resolve => setTimeout(resolve, 30))

export function ask(
  { app }: TestApp,
  { method = 'GET', url, headers }: { method?: string; url: string; headers: Record<string, string> },
): Promise<PageAnswer> {
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, method, path: url, headers }, async answer => {
      const rawPayload = await buffer(answer)
      resolve({
        statusCode: answer.statusCode ?? 0,
        headers: answer.headers,
        rawPayload,
        body: rawPayload.toString(),
        cookies: (answer.headers['set-cookie'] ?? []).map(line => {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          return { name, value: decodeURIComponent(value) }
        }),
      })
    })
      .on('error', reject)
      .end()
  })
}
