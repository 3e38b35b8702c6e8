import {
  getRestaurantBook,
  getRestaurantReservations,
  postCancelReservation,
  putRestaurantBook,
} from '@dineward/core/console-restaurants/restaurant-books.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type ConsoleServices, serveConsole } from '../../http/serve-console.ts'
import { cancelReservationOf, listReservationsOfDay, saveBook, showBook } from './restaurant-books.service.ts'

export function restaurantBooksRoutes(app: FastifyInstance, services: ConsoleServices): void {
  serveConsole(app, services, getRestaurantBook, async (ctx, { params }) => ({
    book: await showBook(ctx, params.id),
  }))

  serveConsole(app, services, putRestaurantBook, async (ctx, { params, body }) => ({
    book: await saveBook(ctx, params.id, body),
  }))

  serveConsole(app, services, getRestaurantReservations, (ctx, { params, query }) =>
    listReservationsOfDay(ctx, params.id, query),
  )

  serveConsole(app, services, postCancelReservation, async (ctx, { params, body }) => ({
    canceled: await cancelReservationOf(ctx, { id: params.id, ...body }),
  }))
}
