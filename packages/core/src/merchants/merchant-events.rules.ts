import * as z from 'zod/mini'
import { webAddress } from '../shared/fields/web-address.ts'
import { daysBetween, isLocalDate } from '../shared/local-date.ts'
import { visibleLine, visibleText } from '../shared/text/visible-text.ts'

const title = z
  .string()
  .check(z.regex(/^[^\0]*$/), z.overwrite(visibleLine), z.minLength(3, 'Give it a title.'), z.maxLength(120))
const text = z.string().check(z.regex(/^[^\0]*$/), z.overwrite(visibleText), z.maxLength(1_000))
const date = z.string().check(z.refine(isLocalDate, 'Enter a date such as 2026-03-10.'))
const isLocalTime = (time: string): boolean =>
  /^[^T]+T([01]\d|2[0-3]):[0-5]\d$/.test(time) && isLocalDate(time.slice(0, 10))
const time = z.string().check(z.refine(isLocalTime, 'Enter a day and a time.'))

/** What a restaurant puts on, for everyone, at every program. Times are those of the restaurant. */
export const merchantEventSchema = z
  .object({
    title,
    text,
    startsAt: time,
    endsAt: time,
    /** It is empty for an event without an address. */
    url: z.string().check(
      z.trim(),
      z.maxLength(500),
      z.refine(
        url => url === '' || webAddress(url) !== null,
        'Enter an address such as https://example.com.',
      ),
    ),
  })
  .check(
    z.refine(({ startsAt, endsAt }) => endsAt > startsAt, {
      error: 'It ends before it begins.',
      path: ['endsAt'],
    }),
    z.refine(({ startsAt, endsAt }) => daysBetween(startsAt.slice(0, 10), endsAt.slice(0, 10)) <= 31, {
      error: 'It takes 31 days at most.',
      path: ['endsAt'],
    }),
  )
export type MerchantEvent = z.infer<typeof merchantEventSchema>

/** What a restaurant gives members of one program by itself: nothing is posted. Days of the restaurant, both included. */
export const merchantOfferSchema = z
  .object({ title, text, startsOn: date, /** It goes on while null. */ endsOn: z.nullable(date) })
  .check(
    z.refine(({ startsOn, endsOn }) => endsOn === null || endsOn >= startsOn, {
      error: 'It ends before it begins.',
      path: ['endsOn'],
    }),
  )
export type MerchantOffer = z.infer<typeof merchantOfferSchema>
