import {
  bookTable as bookTableCall,
  cancelReservation as cancelReservationCall,
  getAvailability,
  getReservationCalendar,
  getReservations,
  holdTable as holdTableCall,
} from '@dineward/core/reservations/reservations.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type Services, serve } from '../../http/serve.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { findTimes } from './booking/availability.service.ts'
import { bookTable } from './booking/book-table.service.ts'
import { holdTable } from './booking/hold-table.service.ts'
import { cancelReservation, listReservations, reservationCalendar } from './reservations.service.ts'

export interface ReservationServices extends Services {
  readonly wakeMails: () => void
  readonly partners: PartnerRegistry
}

export function reservationsRoutes(app: FastifyInstance, services: ReservationServices): void {
  serve(app, services, getAvailability, (ctx, { params, query }) => findTimes(ctx, { ...params, ...query }))

  serve(app, services, holdTableCall, async (ctx, { body }) => ({ hold: await holdTable(ctx, body) }))

  serve(app, services, bookTableCall, async (ctx, { body }, { request }) => {
    const key = request.headers['idempotency-key']
    const reservation = await bookTable(ctx, {
      booking: body,
      key: typeof key === 'string' ? key : undefined,
      origin: services.partners.siteOf(ctx.partner),
    })
    services.wakeMails()
    return { reservation }
  })

  serve(app, services, getReservations, async ctx => ({ items: await listReservations(ctx) }))

  serve(app, services, cancelReservationCall, async (ctx, { params }) => {
    const reservation = await cancelReservation(ctx, {
      id: params.reservationId,
      origin: services.partners.siteOf(ctx.partner),
    })
    services.wakeMails()
    return { reservation }
  })

  serve(app, services, getReservationCalendar, async (ctx, { params }, { reply }) => {
    const file = await reservationCalendar(ctx, {
      id: params.reservationId,
      origin: services.partners.siteOf(ctx.partner),
    })
    reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="reservation.ics"')
    return file
  })
}
