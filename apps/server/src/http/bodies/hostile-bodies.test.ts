import type { Contract } from '@dineward/core/shared/contract.ts'
import { expect, test } from 'vitest'
import { consoleClient, consoleHost } from '../../testing/access/console-for-test.ts'
import { apiContracts, consoleContracts, contracts } from '../../testing/access/contracts.ts'
import { apiHost, newApiClient } from '../../testing/api-client-for-test.ts'
import { newMember } from '../../testing/factories.ts'
import { cutBodies, type HostileBody, hostileBodies } from '../../testing/hostile-bodies.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient, tokenHeader } from '../../testing/test-client.ts'

const app = await createTestApp()
const partner = app.newPartner({ like: 'harbor', withContent: true })

/** How long one body may hold the event loop, in milliseconds of processor time: 100 (quality: P13), on a machine four times slower. A file is read in pieces. */
const longest = { fields: 400, file: 4_000 }

/** Some calls read nothing without it. */
const file = `?partner=${partner.slug}&network=kard&fileName=a.csv`
const queries: Readonly<Record<string, string>> = {
  'POST /api/Console/RestaurantImports': file,
  'POST /api/Console/Finance/Reconciliations': file,
  'POST /api/Console/Finance/Reconciliations/Preview': file,
}

const writes = [...contracts, ...consoleContracts, ...apiContracts].filter(
  ([, { method, body, bodyTypes }]) => method !== 'GET' && (body || bodyTypes),
)

async function senderOf(name: string, { method, path }: Contract) {
  if (name.includes(' /v1/')) return senderWithKey(method, path)
  const isOfConsole = name.includes(' /api/Console/')
  const client = isOfConsole
    ? await consoleClient(app, 'admin')
    : await signedInClient(app, partner, (await newMember(app, partner)).id)
  const token = await tokenHeader(client)
  const headers = {
    ...token,
    host: isOfConsole ? consoleHost : `${partner.slug}.localhost`,
    cookie: [...client.cookies].map(pair => pair.join('=')).join('; '),
  }
  const url = path.replace(/:\w+/g, 'x') + (queries[name] ?? '')
  let sent = 0
  return (type: string, payload: string) => {
    // Each has an address of its own: limits are tested elsewhere.
    const remoteAddress = `10.7.${sent >> 8}.${sent++ & 255}`
    return app.app.inject({
      method,
      url,
      remoteAddress,
      headers: { ...headers, 'content-type': type },
      payload,
    })
  }
}

async function senderWithKey(method: Contract['method'], path: string) {
  const { key } = await newApiClient(app, partner)
  return (type: string, payload: string) =>
    app.app.inject({
      method,
      url: path.replace(/:\w+/g, 'x'),
      headers: { host: apiHost, authorization: `Bearer ${key}`, 'content-type': type },
      payload,
    })
}

/** There is one of what it does not take, and one of what is longer than it takes: such a body is not read. */
function bodiesFor({ body, bodyTypes = [] }: Contract): HostileBody[] {
  const types = [...(body ? ['application/json'] : []), ...bodyTypes]
  const isTaken = ({ type }: HostileBody) => types.some(taken => type.startsWith(taken))
  const isRead = (one: HostileBody) => isTaken(one) && !(one.isLong && one.type === 'application/json')
  const all = [...hostileBodies, ...cutBodies]
  const others = Map.groupBy(
    all.filter(one => !isRead(one)),
    ({ type, isLong }) => `${type} ${isLong}`,
  )
  return [...all.filter(isRead), ...[...others.values()].map(([first]) => first!)]
}

const isRefusal = (statusCode: number) => statusCode >= 400 && statusCode < 500

// A file's call parses each body: 4 s of processor time.
test.each(writes)('%s: no body stops or stalls it', { timeout: 60_000 }, async (name, contract) => {
  const send = await senderOf(name, contract)
  const found: string[] = []
  const most = longest[contract.bodyTypes ? 'file' : 'fields']
  for (const { name: body, type, content, isBroken } of bodiesFor(contract)) {
    // What is slow is so each time; what else this thread does, such as collecting garbage, is not.
    for (let tries = 1; tries <= 5; tries++) {
      const startedAt = process.threadCpuUsage()
      const { statusCode } = await send(type, content)
      const ms = process.threadCpuUsage(startedAt).user / 1_000
      // JSON that says nothing of a call may be enough for it.
      const isAccepted = statusCode < 400 && !isBroken
      if (!isAccepted && !isRefusal(statusCode)) found.push(`${body}: ${statusCode}`)
      if (ms <= most) break
      if (tries === 5) found.push(`${body}: ${ms} ms`)
    }
  }
  expect(found).toEqual([])
})
