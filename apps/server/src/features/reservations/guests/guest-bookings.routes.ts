import { botCheckField } from '@dineward/core/bot-check/bot-check.rules.ts'
import {
  bookAsGuest as bookAsGuestCall,
  cancelGuestBooking as cancelGuestBookingCall,
  changeGuestBooking as changeGuestBookingCall,
  claimGuestBooking,
  getGuestBooking as getGuestBookingCall,
  requestGuestCode,
} from '@dineward/core/reservations/guest-bookings.contract.ts'
import type { FastifyInstance } from 'fastify'
import { clientOf } from '../../../http/limits/allowances.ts'
import { limits } from '../../../http/limits/rate-limits.ts'
import { serve } from '../../../http/serve.ts'
import { createHumanGate, type FreeCalls } from '../../bot-check/human-gate.service.ts'
import type { ReservationServices } from '../reservations.routes.ts'
import { bookAsGuest } from './book-as-guest.service.ts'
import { cancelGuestBooking, changeGuestBooking, getGuestBooking } from './guest-bookings.service.ts'
import { assertTakesGuests, sendGuestCode } from './guest-codes.service.ts'
import { claimGuestTable } from './take-over.service.ts'

/** Each writes to a stranger. */
const freeCalls: FreeCalls = { perAddress: 5, overall: 300, windowMinutes: 15 }

export function guestBookingsRoutes(app: FastifyInstance, services: ReservationServices): void {
  const gate = createHumanGate(services.db, 'guest-code', freeCalls)
  const limited = { config: { rateLimit: limits.guests } }

  serve(
    app,
    services,
    requestGuestCode,
    async (ctx, { body }, { request }) => {
      assertTakesGuests(ctx)
      await gate.pass(ctx, { address: clientOf(request), answer: body[botCheckField] })
      await sendGuestCode(ctx, body)
      services.wakeMails()
      return { accepted: true }
    },
    limited,
  )

  serve(
    app,
    services,
    bookAsGuestCall,
    async (ctx, { body }, { request }) => {
      const key = request.headers['idempotency-key']
      const reservation = await bookAsGuest(ctx, {
        booking: body,
        key: typeof key === 'string' ? key : undefined,
        origin: services.partners.siteOf(ctx.partner),
      })
      services.wakeMails()
      return { reservation }
    },
    limited,
  )

  linkRoutes(app, services)
}

/** Who has the link sees the booking, changes it, cancels it, or takes it into an account. */
function linkRoutes(app: FastifyInstance, services: ReservationServices): void {
  const limited = { config: { rateLimit: limits.guests } }

  serve(
    app,
    services,
    getGuestBookingCall,
    async (ctx, { query }) => ({ reservation: await getGuestBooking(ctx, query.token) }),
    limited,
  )

  serve(
    app,
    services,
    changeGuestBookingCall,
    async (ctx, { body }) => {
      const origin = services.partners.siteOf(ctx.partner)
      const reservation = await changeGuestBooking(ctx, { ...body, origin })
      services.wakeMails()
      return { reservation }
    },
    limited,
  )

  serve(
    app,
    services,
    cancelGuestBookingCall,
    async (ctx, { body }) => {
      const origin = services.partners.siteOf(ctx.partner)
      const reservation = await cancelGuestBooking(ctx, { ...body, origin })
      services.wakeMails()
      return { reservation }
    },
    limited,
  )

  serve(
    app,
    services,
    claimGuestBooking,
    async (ctx, { body }) => ({ reservation: await claimGuestTable(ctx, body.token) }),
    limited,
  )
}
