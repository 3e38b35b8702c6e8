import * as z from 'zod/mini'
import { interfaceTypes } from '../identity/activation.rules.ts'
import { defineContract } from '../shared/contract.ts'

/**
 * Everything that pages tell of (docs/tracking.md says when, and with which fields). The list is closed: an event that
 * is not in it is refused, so that nobody counts something under a name that nobody knows.
 */
export const trackingEventNames = [
  'merchant_view',
  'merchant_card_impression',
  'carousel_impression',
  'card_frame_timeout',
] as const
export type TrackingEventName = (typeof trackingEventNames)[number]

const oneLine = (max: number) => z.string().check(z.maxLength(max), z.regex(/^\P{Cc}*$/u))

/** Who said what of what (shell §3.8): the envelope, then what belongs to the event. */
export const trackingEventSchema = z.strictObject({
  channel: z.literal('web'),
  /** When it happened, by the browser's clock. */
  dateTime: z.iso.datetime(),
  userAgent: oneLine(256),
  event: z.enum(trackingEventNames),
  /** The member's publicId as the page knew it. What is kept is who is signed in. */
  memberId: z.optional(oneLine(64)),
  merchantId: z.optional(oneLine(64)),
  /** How the visitor came: with an id that was found, or by the partner's own way (shell §1). */
  interfaceType: z.optional(z.enum(interfaceTypes)),
  /** The page it happened on. */
  path: z.optional(oneLine(200)),
  /** The headline of the list it was seen in. */
  list: z.optional(oneLine(100)),
  /** In that list, from 0. */
  position: z.optional(z.int().check(z.minimum(0), z.maximum(999))),
})
export type TrackingEvent = z.infer<typeof trackingEventSchema>

/** What belongs to an event, without its envelope. */
export type TrackedEvent = Omit<TrackingEvent, 'channel' | 'dateTime' | 'userAgent'>

export const postImpressions = defineContract({
  method: 'POST',
  path: '/api/Impressions',
  summary: 'Events that pages tell of, up to 50 at once. All are kept, or none.',
  access: 'public',
  personalized: true,
  body: z.array(trackingEventSchema).check(z.minLength(1), z.maxLength(50)),
  response: z.object({ accepted: z.number() }),
  errors: ['validation_failed', 'csrf_invalid', 'rate_limited', 'unavailable'],
})
