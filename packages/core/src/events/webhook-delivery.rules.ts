import { days, minutes } from '../shared/clock.ts'

export const deliveryStates = ['waiting', 'delivered'] as const

/** What an attempt came to. */
export const deliveryCodes = [
  'delivered',
  'http_status',
  'gone',
  'redirect',
  'timeout',
  'name_not_found',
  'private_address',
  'not_https',
  'host_not_allowed',
  'connection_refused',
  'connection_lost',
  'certificate',
  'invalid_answer',
  'secret_unreadable',
  'failed',
] as const
export type DeliveryCode = (typeof deliveryCodes)[number]

export interface WebhookAnswer {
  readonly code: DeliveryCode
  readonly status: number | null
  /** The beginning of it; null where none came. */
  readonly answer: string | null
  readonly milliseconds: number
}

export const answerWithinMs = 15_000

/** After each attempt that failed; after the last of them the endpoint is disabled. */
const waits = [
  5_000,
  minutes(5),
  minutes(30),
  minutes(2 * 60),
  minutes(5 * 60),
  minutes(10 * 60),
  days(1),
  days(2),
] as const

/** Up to a tenth more, so that what failed together is not tried together. Null: there is no further attempt. */
export function waitAfter(attempts: number, random: number): number | null {
  const wait = waits[attempts - 1]
  return wait === undefined ? null : Math.round(wait * (1 + random / 10))
}
