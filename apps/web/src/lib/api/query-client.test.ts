import type { MutationObserverOptions } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ApiError } from './api-client.ts'
import { createQueryClient } from './query-client.ts'

test.each([
  ['session ended -> thrown to the page', 401, 'unauthorized', { thrown: true, failures: 0 }],
  ['wrong password -> its own handler', 401, 'invalid_credentials', { thrown: false, failures: 1 }],
  ['refused -> its own handler', 409, 'bonus_not_open', { thrown: false, failures: 1 }],
] as const)('mutation: %s', async (_case, status, code, expected) => {
  const error = new ApiError(status, { code })
  const client = createQueryClient()
  let failures = 0
  const options = client.defaultMutationOptions<MutationObserverOptions>({
    mutationFn: () => Promise.reject(error),
    meta: { onFailure: () => void failures++ },
  })
  await expect(client.getMutationCache().build(client, options).execute(undefined)).rejects.toBe(error)
  const { throwOnError } = options
  expect({ thrown: typeof throwOnError === 'function' && throwOnError(error), failures }).toEqual(expected)
})
