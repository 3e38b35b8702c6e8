import { builtInRoles } from '@dineward/core/staff/roles.ts'
import { describe, expect, test } from 'vitest'
import { newMember } from '../factories.ts'
import { createTestApp } from '../test-app.ts'
import { newClient, type TestClient } from '../test-client.ts'
import { type ConsoleScene, consoleCases } from './console-cases.ts'
import { consoleClient, newConsoleClient, sendTo } from './console-for-test.ts'
import { consoleContracts } from './contracts.ts'

/*
 * Every call of the console as every role, of the program that it is about, of another one and of all. Who may not is
 * refused, and staff of another program learn nothing.
 */

const app = await createTestApp()
const roles = Object.keys(builtInRoles) as (keyof typeof builtInRoles)[]

async function newScene(): Promise<ConsoleScene> {
  const partner = app.newPartner({ withContent: true })
  const { id, email } = await newMember(app, partner)
  return { test: app, partner, memberId: id, memberEmail: email! }
}

interface Call {
  readonly url: string
  readonly body: unknown
}
const untouchedCalls = new Map<string, Promise<Call>>()

/** A case may have to make what it is about: for calls that change nothing, once. */
function callIn(scene: ConsoleScene, name: string): Promise<Call> {
  if (scene !== untouched) return makeCall(scene, name)
  const known = untouchedCalls.get(name) ?? makeCall(scene, name)
  untouchedCalls.set(name, known)
  return known
}

async function makeCall(scene: ConsoleScene, name: string): Promise<Call> {
  const { params, query, body } = consoleCases[name] ?? {}
  let url = name.split(' ')[1]!
  for (const [key, value] of Object.entries((await params?.(scene)) ?? {}))
    url = url.replace(`{${key}}`, encodeURIComponent(value))
  const search = await query?.(scene)
  return { url: search ? `${url}?${search}` : url, body: await body?.(scene) }
}

async function callAs(client: TestClient, name: string, scene: ConsoleScene) {
  const [method] = name.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE']
  const { url, body } = await callIn(scene, name)
  return sendTo(client, method, url, body, consoleCases[name]?.headers)
}

/** For calls that are refused or read, and so change nothing. */
const untouched = await newScene()
const elsewhere = app.newPartner().slug
const known = new Map<string, Promise<TestClient>>()

/** One for all calls that are refused or read. */
function sharedClient(role: string, partner?: string): Promise<TestClient> {
  const key = `${role} ${partner}`
  const client = known.get(key) ?? consoleClient(app, role, partner)
  known.set(key, client)
  return client
}

test('every call has a case', () => {
  expect(Object.keys(consoleCases).toSorted()).toEqual([...consoleContracts.keys()].toSorted())
})

const movesMoneyOrRoles = ['finance.settle', 'finance.pay', 'finance.close', 'staff.change']

test('every change of money and roles asks who it is', () => {
  const asks = [...consoleContracts].filter(([, { reauthenticates }]) => reauthenticates)
  const must = [...consoleContracts].filter(
    ([, { method, access }]) =>
      method !== 'GET' &&
      typeof access === 'object' &&
      'console' in access &&
      movesMoneyOrRoles.includes(access.console),
  )
  expect(asks.map(([name]) => name)).toEqual(expect.arrayContaining(must.map(([name]) => name)))
  for (const [, { errors }] of asks) expect(errors).toContain('reauthentication_required')
})

const guarded = [...consoleContracts].flatMap(([name, { access }]) =>
  typeof access === 'object' && 'console' in access ? [{ name, ...access }] : [],
)

describe.each(guarded)('$name', ({ name, console: permission, scope }) => {
  const mayIn = (role: keyof typeof builtInRoles) =>
    permission === 'any' || (builtInRoles[role] as readonly string[]).includes(permission)
  const { status = 200 } = consoleCases[name] ?? {}
  const changes = !name.startsWith('GET ')
  test('signed out -> 401; at a partner’s site -> 404', async () => {
    expect((await callAs(newConsoleClient(app), name, untouched)).statusCode).toBe(401)
    expect((await callAs(newClient(app, untouched.partner), name, untouched)).statusCode).toBe(404)
  })

  test.each(roles)('%s of all programs', async role => {
    const mayChange = mayIn(role) && changes
    const scene = mayChange ? await newScene() : untouched
    const client = await (mayChange ? consoleClient(app, role) : sharedClient(role))
    const response = await callAs(client, name, scene)
    expect([response.statusCode, response.body]).toEqual([mayIn(role) ? status : 403, expect.anything()])
  })

  test.each(roles)('%s of this program', async role => {
    const may = mayIn(role) && scope !== 'network'
    const mayChange = may && changes
    const scene = mayChange ? await newScene() : untouched
    const { slug } = scene.partner
    const client = await (mayChange ? consoleClient(app, role, slug) : sharedClient(role, slug))
    const response = await callAs(client, name, scene)
    expect([response.statusCode, response.body]).toEqual([may ? status : 403, expect.anything()])
  })

  test.each(roles)('%s of another program -> nothing of this one', async role => {
    const client = await (permission === 'any'
      ? consoleClient(app, role, elsewhere)
      : sharedClient(role, elsewhere))
    const response = await callAs(client, name, untouched)
    expect(mayIn(role) && scope !== 'network' ? [200, 400, 404] : [403]).toContain(response.statusCode)
    for (const secret of [untouched.memberId, untouched.memberEmail, untouched.partner.slug])
      expect(response.body).not.toContain(secret)
  })
})

describe.each([...consoleContracts.keys()].filter(name => !name.startsWith('GET ')))('%s', name => {
  test('without the anti-forgery token -> 403', async () => {
    const client = await sharedClient('admin')
    const [method, url] = name.split(' ') as ['POST', string]
    const response = await client.send(method, url.replaceAll(/\{\w+\}/g, 'x'), {}, {})
    expect([response.statusCode, response.json().code]).toEqual([403, 'csrf_invalid'])
  })
})
