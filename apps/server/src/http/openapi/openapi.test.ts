import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { loadPartners } from '../../features/partner/load-partners.service.ts'
import { createPartnerRegistry } from '../../features/partner/partner-registry.service.ts'
import { consoleClient, newConsoleClient } from '../../testing/access/console-for-test.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

interface Answer {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[]
  readonly security: readonly Readonly<Record<string, readonly []>>[]
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> }
  readonly responses: Readonly<Record<string, Answer>>
}

const app = await createTestApp()
const document = await documentAt(`${app.newPartner().slug}.localhost`)
const ofConsole = (await (await consoleClient(app, 'viewer')).get('/api/openapi.json')).json()
const paths: Record<string, Record<string, Operation>> = Object.assign({}, document.paths, ofConsole.paths)
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
)

async function documentAt(host: string, { app: server }: TestApp = app) {
  const response = await server.inject({ url: '/api/openapi.json', headers: { host } })
  expect(response.statusCode).toBe(200)
  return response.json()
}

test('each host describes its own calls, and the console’s to staff alone', async () => {
  const isOfConsole = (path: string) => path.startsWith('/api/Console/')
  expect(Object.keys(document.paths).filter(isOfConsole)).toEqual([])
  expect(Object.keys(document.paths)).toContain('/api/Member')
  expect(Object.keys(ofConsole.paths).every(isOfConsole)).toBe(true)
  expect(Object.keys(ofConsole.paths)).toContain('/api/Console/Session')
  expect((await newConsoleClient(app).get('/api/openapi.json')).statusCode).toBe(401)
})

test.each([document, ofConsole])('a linter finds no fault', async document => {
  const rules = {
    // Single sign-on only redirects.
    'operation-2xx-response': 'off',
    // An address of the content service ends with a slash.
    'no-path-trailing-slash': 'off',
  } as const
  const config = await createConfig({ extends: ['minimal'], rules })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  expect(problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).toEqual([])
})

test('its calls are at the host that it came from', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(document.servers).toEqual([expect.objectContaining({ url: '/' })])
})

test('each call has a name of its own', () => {
  const names = operations.map(({ operationId }) => operationId)
  expect(names).toContain('postMemberReservations')
  expect(names.filter(name => !/^[a-z]\w+$/.test(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})

describe('what a call proves itself with', () => {
  test('cookies and the header of the token are security schemes', () => {
    const always = {
      csrfCookie: { type: 'apiKey', in: 'cookie', name: 'dw_csrf' },
      csrfToken: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN' },
    }
    expect(document.components.securitySchemes).toMatchObject({
      ...always,
      session: { type: 'apiKey', in: 'cookie', name: 'dw_session' },
      staffSession: { type: 'apiKey', in: 'cookie', name: 'dw_staff' },
    })
    expect(ofConsole.components.securitySchemes).toMatchObject({
      ...always,
      consoleSession: { type: 'apiKey', in: 'cookie', name: 'dw_console' },
    })
  })

  test('off loopback, cookies have their prefix', async () => {
    const shipped = await loadPartners(new URL('../../../../../partners/', import.meta.url).pathname)
    const partners = createPartnerRegistry(shipped, { defaultSlug: 'skyward', byHostNames: true })
    const host = partners.bySlug('skyward')!.settings.hostNames[0]!
    const { components } = await documentAt(host, await createTestApp({ partners }))
    expect(components.securitySchemes.session.name).toBe('__Host-dw_session')
  })

  test('each call that changes something needs the token; hooks and redirects do not', () => {
    const needsToken = ({ security }: Operation) =>
      security.length > 0 && security.every(each => 'csrfToken' in each && 'csrfCookie' in each)
    const isProviders = (path: string) =>
      path.startsWith('/hooks/') || /^\/api\/(Sso\/BackchannelLogout|SignIn\/apple\/Callback)$/.test(path)
    const wrong = operations.filter(
      operation =>
        needsToken(operation) !==
        (operation.method !== 'get' && !isProviders(operation.path) && !isUnsubscribe(operation.path)),
    )
    expect(wrong.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  test('a booking needs a session, the token and a key', () => {
    const { security, parameters } = paths['/api/Member/Reservations']!.post!
    expect(security).toEqual([{ session: [], csrfCookie: [], csrfToken: [] }])
    expect(parameters).toContainEqual(
      expect.objectContaining({ name: 'Idempotency-Key', in: 'header', required: true }),
    )
  })
})

const isUnsubscribe = (path: string) => /unsubscribe/i.test(path)

test('a list of values that may be null has null among them', () => {
  const found: unknown[] = []
  JSON.stringify([document, ofConsole], (_key, value) => {
    if (value?.nullable === true) found.push(value)
    if (Array.isArray(value?.type) && value.type.includes('null') && value.enum && !value.enum.includes(null))
      found.push(value)
    return value
  })
  expect(found).toEqual([])
})

describe('files', () => {
  test.each([
    ['/api/Member/Reservations/{reservationId}/Calendar', 'text/calendar'],
    ['/api/Console/Finance/Liability.csv', 'text/csv'],
    ['/api/Console/Finance/PartnerStatement.pdf', 'application/pdf'],
  ])('%s is %s', (path, type) => {
    expect(Object.keys(paths[path]!.get!.responses['200']!.content!)).toEqual([type])
    expect(Object.keys(paths[path]!.get!.responses['4XX']!.content!)).toEqual(['application/json'])
  })

  test('each address of a CSV or PDF file is of its type', () => {
    const wrong = operations
      .filter(({ path }) => /\.(csv|pdf)$/.test(path))
      .filter(({ responses }) => 'application/json' in responses['200']!.content!)
    expect(wrong.map(({ path }) => path)).toEqual([])
  })
})

describe('calls that are not of a contract', () => {
  test('hooks name all their answers', () => {
    const hooks = operations.filter(({ path }) => path.startsWith('/hooks/'))
    expect(hooks.length).toBeGreaterThanOrEqual(4)
    for (const { responses } of hooks) expect(Object.keys(responses)).toEqual(['200', '4XX', '5XX'])
    expect(Object.keys(paths['/hooks/texts/twilio']!.post!.requestBody!.content)).toEqual([
      'application/x-www-form-urlencoded',
    ])
    expect(paths['/hooks/texts/twilio']!.post!.responses['200']!.content).toHaveProperty(['text/xml'])
  })

  test('single sign-on redirects or fails', () => {
    for (const path of ['/api/Sso/Start', '/api/Sso/Callback'])
      expect(Object.keys(paths[path]!.get!.responses)).toEqual(['303', '4XX', '5XX'])
    const logout = paths['/api/Sso/BackchannelLogout']!.post!
    expect(Object.keys(logout.responses)).toEqual(['200', '4XX', '5XX'])
  })
})
