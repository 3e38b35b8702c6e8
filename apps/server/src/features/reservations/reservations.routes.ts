import {
  bookTable as bookTableCall,
  cancelReservation as cancelReservationCall,
  changeReservation as changeReservationCall,
  getAvailability,
  getReservationCalendar,
  getReservations,
  getTimesToChange,
  holdTable as holdTableCall,
} from '@dineward/core/reservations/reservations.contract.ts'
import {
  createTableAlert as createTableAlertCall,
  deleteTableAlert,
  getTableAlerts,
  joinWaitlist as joinWaitlistCall,
} from '@dineward/core/reservations/table-alerts.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type Services, serve } from '../../http/serve.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import {
  createTableAlert,
  endTableAlert,
  joinWaitlist,
  listTableAlerts,
} from './alerts/table-alerts.service.ts'
import { findTimes, findTimesToChange } from './booking/availability.service.ts'
import { bookTable } from './booking/book-table.service.ts'
import { changeReservation } from './booking/change-reservation.service.ts'
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

  serve(app, services, getTimesToChange, (ctx, { params, query }) =>
    findTimesToChange(ctx, { ...params, ...query }),
  )

  serve(app, services, changeReservationCall, async (ctx, { params, body }) => {
    const reservation = await changeReservation(ctx, {
      id: params.reservationId,
      change: body,
      origin: services.partners.siteOf(ctx.partner),
    })
    services.wakeMails()
    return { reservation }
  })

  serve(app, services, cancelReservationCall, async (ctx, { params }) => {
    const reservation = await cancelReservation(ctx, {
      id: params.reservationId,
      origin: services.partners.siteOf(ctx.partner),
    })
    services.wakeMails()
    return { reservation }
  })

  serve(app, services, createTableAlertCall, async (ctx, { body }) => {
    const alert = await createTableAlert(ctx, body)
    // The table may be free already.
    services.wakeMails()
    return { alert }
  })

  serve(app, services, joinWaitlistCall, async (ctx, { body }) => {
    const alert = await joinWaitlist(ctx, body)
    services.wakeMails()
    return { alert }
  })

  serve(app, services, getTableAlerts, async ctx => ({ items: await listTableAlerts(ctx) }))

  serve(app, services, deleteTableAlert, async (ctx, { query }) => {
    await endTableAlert(ctx, query.id)
    services.wakeMails()
    return query
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
