import type { Partner } from '@dineward/core/partner/partner.ts'
import { apiScopes } from '@dineward/core/partner-api/api-scopes.ts'
import type { Contract } from '@dineward/core/shared/contract.ts'
import type { LightMyRequestResponse } from 'fastify'
import type { StaffContext } from '../context.ts'
import { createApiKey, type WantedKey } from '../features/api-keys/api-keys.service.ts'
import { assertDocumented } from './access/documented-answers.ts'
import type { TestApp } from './test-app.ts'

export interface ApiClient {
  readonly key: string
  readonly keyId: string
  call(
    method: Contract['method'],
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
}

export const apiHost = 'api.localhost'

/** Another system of the program, with a key of all scopes unless others are named. */
export async function newApiClient(
  test: TestApp,
  partner: Partner,
  wanted: Partial<WantedKey> = {},
): Promise<ApiClient> {
  const actor = { kind: 'staff', email: 'integrations@dineward.example' } as StaffContext['actor']
  const made = await createApiKey(
    { ...test.context(partner), actor },
    { name: 'CRM', scopes: apiScopes, isTest: true, ...wanted },
  )
  return {
    key: made.key,
    keyId: made.apiKey.id,
    async call(method, url, body, headers = {}) {
      const response = await test.app.inject({
        method,
        url,
        headers: { host: apiHost, authorization: `Bearer ${made.key}`, ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      })
      assertDocumented(test.app, { method, url }, response)
      return response
    },
  }
}
