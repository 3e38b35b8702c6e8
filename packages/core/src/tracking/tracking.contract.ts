import * as z from 'zod/mini'
import { interfaceTypes } from '../identity/activation.rules.ts'
import { defineContract } from '../shared/contract.ts'

/** The list is closed (docs/tracking.md): other events are refused. */
export const trackingEventNames = [
  'merchant_view',
  'merchant_card_impression',
  'carousel_impression',
  'card_frame_timeout',
] as const
export type TrackingEventName = (typeof trackingEventNames)[number]

const oneLine = (max: number) => z.string().check(z.maxLength(max), z.regex(/^\P{Cc}*$/u))

/** The envelope, then the event's own fields (shell §3.8). */
export const trackingEventSchema = z.strictObject({
  channel: z.literal('web'),
  /** It goes by the browser's clock. */
  dateTime: z.iso.datetime(),
  userAgent: oneLine(256),
  event: z.enum(trackingEventNames),
  /** It is the member as the page knew it; the session decides. */
  memberId: z.optional(oneLine(64)),
  merchantId: z.optional(oneLine(64)),
  /** How the visitor came (shell §1). */
  interfaceType: z.optional(z.enum(interfaceTypes)),
  path: z.optional(oneLine(200)),
  /** It is the headline of the list. */
  list: z.optional(oneLine(100)),
  /** It counts from 0. */
  position: z.optional(z.int().check(z.minimum(0), z.maximum(999))),
})
export type TrackingEvent = z.infer<typeof trackingEventSchema>

/** The envelope is left out. */
export type TrackedEvent = Omit<TrackingEvent, 'channel' | 'dateTime' | 'userAgent'>

export const postImpressions = defineContract({
  method: 'POST',
  path: '/api/Impressions',
  summary: 'Events of pages, up to 50 at once. All are stored, or none.',
  access: 'public',
  personalized: true,
  body: z.array(trackingEventSchema).check(z.minLength(1), z.maxLength(50)),
  response: z.object({ accepted: z.number() }),
  errors: ['validation_failed', 'csrf_invalid', 'rate_limited', 'unavailable'],
})
