import * as z from 'zod/mini'
import { repeatable } from '../shared/fields/repeatable.ts'
import { isLocalDate } from '../shared/local-date.ts'
import { dineStatuses } from './dine-statuses.ts'

const dateMessage = 'Give a date such as 2026-03-09.'

/** Of the years that both JavaScript and PostgreSQL know well. */
const day = z.string().check(
  z.maxLength(10),
  z.refine(text => isLocalDate(text) && text >= '1900-01-01' && text <= '2999-12-31', dateMessage),
)
const words = (maxLength: number) =>
  z.string().check(
    z.minLength(1),
    z.maxLength(maxLength),
    // PostgreSQL rejects text with a NUL.
    z.refine(text => !text.includes('\0'), 'This value is not valid.'),
  )

/** All must match. Days are the restaurant's local dates, both included. */
export const activityFilterFields = {
  from: z.optional(day),
  to: z.optional(day),
  status: repeatable(z.enum(dineStatuses)),
  /** The member may have the card under any of its links. */
  cardId: z.optional(words(100)),
  merchantId: z.optional(words(100)),
  /** A part of the restaurant's name. */
  merchantName: z.optional(words(100)),
}

/** It is for `check` of a query with these fields. */
export const inOrder = z.refine<{ readonly from?: string | undefined; readonly to?: string | undefined }>(
  ({ from, to }) => from === undefined || to === undefined || from <= to,
  { path: ['to'], message: 'This day is before the first one.' },
)

const activityFilters = z.object(activityFilterFields)
export type ActivityFilters = z.output<typeof activityFilters>
