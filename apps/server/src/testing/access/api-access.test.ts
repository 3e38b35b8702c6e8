import { apiScopes } from '@dineward/core/partner-api/api-scopes.ts'
import { expect, test } from 'vitest'
import { apiHost, newApiClient } from '../api-client-for-test.ts'
import { createTestApp } from '../test-app.ts'
import { apiContracts, operationsOf } from './contracts.ts'

/* Every call of the partner API, with every scope but its own, and without a key. What calls do is in their tests. */

const app = await createTestApp()
const partner = app.newPartner()

test('served calls: the contracts', async () => {
  const served = (await operationsOf(app, 'Partner API')).map(({ name }) => name)
  expect(served.toSorted()).toEqual([...apiContracts.keys()].toSorted())
})

test.each([...apiContracts].map(([name, { access }]) => ({ name, access })))(
  '$name: without a key, and with all scopes but its own -> refused',
  async ({ name, access }) => {
    const [method, path] = name.split(' ') as ['GET', string]
    const url = path.replace(/\{\w+\}/g, '1')
    const anonymous = await app.app.inject({ method, url, headers: { host: apiHost } })
    expect([anonymous.statusCode, anonymous.json().code]).toEqual([401, 'api_key_invalid'])
    const scope = (access as { key: string }).key
    if (scope === 'any') return
    const client = await newApiClient(app, partner, { scopes: apiScopes.filter(one => one !== scope) })
    const answer = await client.call(method, url, method === 'GET' ? undefined : {})
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'scope_missing'])
  },
)
