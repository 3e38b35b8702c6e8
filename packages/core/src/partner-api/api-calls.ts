import * as z from 'zod/mini'
import { controlledActionNames } from '../approvals/approvals.rules.ts'
import type { ErrorCode } from '../shared/errors.ts'
import { pageSize } from '../shared/paging.ts'

/** Every call of the partner API may be refused with them. */
export const keyErrors = [
  'api_key_invalid',
  'api_key_revoked',
  'api_key_expired',
  'api_key_in_address',
  'api_key_address_refused',
  'scope_missing',
  'rate_limited',
] as const satisfies readonly ErrorCode[]

export const readErrors = [...keyErrors, 'validation_failed', 'not_found'] as const
export const listErrors = [...readErrors, 'cursor_invalid'] as const
export const writeErrors = [...readErrors, 'idempotency_mismatch', 'card_number_refused'] as const

/** A moment with its offset. */
export const moment = z.iso.datetime({ offset: true })
export const id = z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[^\0]*$/))
/** The program's own id of something. */
export const externalId = z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^[^\0]*$/))

/** Of a list: `nextCursor` of the page before; null there is the end. */
export const pageFields = { limit: pageSize(50, 200), cursor: z.optional(z.string().check(z.maxLength(500))) }

export const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) })

/** Units are points or miles, cents are of dollars: programs have one of them. */
export const amount = z.union([
  z.object({ units: z.int(), currency: z.string() }),
  z.object({ cents: z.int(), currency: z.string() }),
])
export type Amount = z.infer<typeof amount>

/** One line or more that people wrote, of `max` characters. PostgreSQL has no text with a NUL. */
export const plainText = (max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(max),
      z.regex(/^[^\0]*$/, 'has a character that cannot be used'),
    )

/** The header is kept for 24 hours. */
export const idempotent = { idempotencyKey: 'optional' } as const

/** It waits for a person in the console, and is done once one approves it. */
export const approvalResource = z.object({
  id: z.string(),
  action: z.enum(controlledActionNames),
  state: z.literal('waiting'),
  expiresAt: z.string(),
})
export type ApprovalResource = z.infer<typeof approvalResource>
