import * as z from 'zod/mini'
import { problemsOf } from '../merchant-import/merchant-import.rules.ts'
import { fieldMessage } from '../shared/fields/field-messages.ts'

export interface BounceRow {
  readonly email: string
  readonly type: 'bounce' | 'complaint'
  readonly at: Date
  readonly reason: string
  /** Null means the one that the command names. */
  readonly partner: string | null
}

const bounceRow = z.strictObject({
  email: z
    .string()
    .check(z.trim(), z.maxLength(254), z.regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u, 'must be an email address')),
  type: z.enum(['bounce', 'complaint'], 'must be bounce or complaint'),
  at: z.string('must be a time such as 2026-03-10T19:30:00Z').check(
    z.trim(),
    z.regex(
      /^20\d\d-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/,
      'must be a time such as 2026-03-10T19:30:00Z',
    ),
    z.refine(text => !Number.isNaN(Date.parse(text)), 'is no time'),
  ),
  reason: z.optional(
    z.string().check(z.trim(), z.maxLength(500), z.regex(/^\P{Cc}*$/u, 'must not hold control characters')),
  ),
  partner: z.optional(z.string().check(z.trim())),
})

export function readBounceRow(row: unknown, now: Date): BounceRow | { readonly refused: string } {
  const parsed = bounceRow.safeParse(row, { error: fieldMessage })
  if (!parsed.success) return { refused: problemsOf(parsed.error) }
  const { email, type, reason, partner } = parsed.data
  const at = new Date(parsed.data.at)
  if (at > now) return { refused: 'at: is in the future' }
  return { email, type, at, reason: reason || type, partner: partner || null }
}
