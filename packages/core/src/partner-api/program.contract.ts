import * as z from 'zod/mini'
import { currencyTypes } from '../partner/settings/rewards.settings.ts'
import { defineContract } from '../shared/contract.ts'
import { keyErrors } from './api-calls.ts'
import { apiScopes } from './api-scopes.ts'

export const getApiProgram = defineContract({
  method: 'GET',
  path: '/v1/program',
  summary: 'The program of the key, and what the key may do: a good first call.',
  access: { key: 'any' },
  response: z.object({
    program: z.object({
      slug: z.string(),
      name: z.string(),
      /** What members earn; null where nothing is earned. Dollars and credits are cents in answers. */
      currency: z.nullable(z.enum(currencyTypes)),
      /** Test dines can be played, and no money leaves. */
      isSandbox: z.boolean(),
    }),
    key: z.object({ id: z.string(), name: z.string(), scopes: z.array(z.enum(apiScopes)) }),
  }),
  errors: keyErrors,
})
