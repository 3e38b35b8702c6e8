import * as z from 'zod/mini'
import { largestLimit } from '../approvals/approvals.rules.ts'
import { programParams } from '../console-programs/settings.contract.ts'
import { defineContract } from '../shared/contract.ts'
import { isAddressRange } from './address-range.rules.ts'
import { apiScopes } from './api-scopes.ts'

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(80))
const moment = z.iso.datetime({ offset: true })
const range = z
  .string()
  .check(
    z.trim(),
    z.maxLength(50),
    z.refine(isAddressRange, 'must be an address or a range such as 203.0.113.0/24'),
  )

export const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The beginning of the key, by which its owner tells it from others. */
  prefix: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  /** Of the callers; empty: any. */
  addresses: z.array(z.string()),
  isTest: z.boolean(),
  /** In the program’s unit; null: as much as the rule of the program lets any key give. */
  dailyRewards: z.nullable(z.int()),
  createdAt: z.string(),
  createdBy: z.string(),
  expiresAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  /** To about a minute. */
  lastUsedAt: z.nullable(z.string()),
  lastUsedFrom: z.nullable(z.string()),
})
export type ApiKey = z.infer<typeof apiKeySchema>

/** What it gives a day without a second person; above it each reward waits for one. */
const dailyRewards = z.nullable(z.int().check(z.minimum(0), z.maximum(largestLimit)))

const access = { console: 'integrations.manage' } as const

export const getApiKeys = defineContract({
  method: 'GET',
  path: '/api/Console/Programs/:slug/ApiKeys',
  summary: 'Keys of the partner API, the newest first, revoked ones too.',
  access,
  params: programParams,
  response: z.object({ items: z.array(apiKeySchema) }),
  errors: ['unauthorized', 'forbidden', 'not_found'],
})

export const postApiKey = defineContract({
  method: 'POST',
  path: '/api/Console/Programs/:slug/ApiKeys',
  summary: 'Makes a key of the partner API. The answer is the only one that has it.',
  access,
  reauthenticates: true,
  params: programParams,
  body: z.object({
    name,
    scopes: z.array(z.enum(apiScopes)).check(z.minLength(1), z.maxLength(apiScopes.length)),
    expiresAt: z.optional(z.nullable(moment)),
    addresses: z.optional(z.array(range).check(z.maxLength(20))),
    dailyRewards: z.optional(dailyRewards),
  }),
  response: z.object({ key: z.string(), apiKey: apiKeySchema }),
  successStatus: 201,
  errors: [
    'validation_failed',
    'unauthorized',
    'forbidden',
    'csrf_invalid',
    'not_found',
    'reauthentication_required',
  ],
})

export const putApiKey = defineContract({
  method: 'PUT',
  path: '/api/Console/Programs/:slug/ApiKeys/:id',
  summary: 'Changes what a key may give a day by itself. It never is more than the rule of the program.',
  access,
  params: z.object({ ...programParams.shape, id: z.string().check(z.maxLength(40)) }),
  body: z.object({ dailyRewards }),
  response: z.object({ apiKey: apiKeySchema }),
  errors: ['validation_failed', 'unauthorized', 'forbidden', 'csrf_invalid', 'not_found'],
})

export const deleteApiKey = defineContract({
  method: 'DELETE',
  path: '/api/Console/Programs/:slug/ApiKeys/:id',
  summary: 'Revokes a key: every process refuses it within 5 seconds.',
  access,
  params: z.object({ ...programParams.shape, id: z.string().check(z.maxLength(40)) }),
  response: z.object({ apiKey: apiKeySchema }),
  errors: ['validation_failed', 'unauthorized', 'forbidden', 'csrf_invalid', 'not_found'],
})
