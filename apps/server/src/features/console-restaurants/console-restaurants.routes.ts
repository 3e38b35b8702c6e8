import {
  getConsoleRestaurant,
  getConsoleRestaurants,
  getRestaurantPlace,
  getSimilarRestaurants,
  postComingTerms,
  postComingTermsWithdraw,
  postConsoleRestaurant,
  postEndRestaurantMid,
  postRestaurantMid,
  putConsoleRestaurant,
  putRestaurantTerms,
} from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import type { FastifyInstance } from 'fastify'
import { serveConsole } from '../../http/serve-console.ts'
import { serveControlled } from '../../http/serve-controlled.ts'
import { addMid, changeFacts, endMidOf } from '../merchants/facts/merchant-facts.service.ts'
import { approximatePlace } from '../merchants/facts/place-lookups.service.ts'
import {
  addRestaurant,
  changeTermsOf,
  listRestaurants,
  listSimilar,
  measureFirstTerms,
  measureTerms,
  showRestaurant,
} from './console-restaurants.service.ts'

import { restaurantBooksRoutes } from './restaurant-books.routes.ts'
import { restaurantEventsRoutes } from './restaurant-events.routes.ts'
import { type ImportServices, restaurantImportsRoutes } from './restaurant-imports.routes.ts'
import { restaurantPhotosRoutes } from './restaurant-photos.routes.ts'

/** The limit fits a long menu. */
const factsBytes = 256 * 1024

export function consoleRestaurantsRoutes(app: FastifyInstance, services: ImportServices): void {
  restaurantBooksRoutes(app, services)
  restaurantEventsRoutes(app, services)
  void app.register(async scope => restaurantPhotosRoutes(scope, services))
  void app.register(async scope => restaurantImportsRoutes(scope, services))

  serveConsole(app, services, getConsoleRestaurants, (ctx, { query }) => listRestaurants(ctx, query))

  serveConsole(app, services, getSimilarRestaurants, async (ctx, { query }) => ({
    restaurants: await listSimilar(ctx, query),
  }))

  serveConsole(app, services, getRestaurantPlace, async (_ctx, { query }) => ({
    place: await approximatePlace(query),
  }))

  serveConsole(app, services, getConsoleRestaurant, async (ctx, { params }) => ({
    restaurant: await showRestaurant(ctx, params.id),
  }))

  serveControlled(
    app,
    services,
    postConsoleRestaurant,
    {
      measure: async (ctx, { body }) => measureFirstTerms(ctx, body),
      perform: async (ctx, { body }) => ({ restaurant: await addRestaurant(ctx, body) }),
    },
    { bodyLimit: factsBytes },
  )

  serveConsole(
    app,
    services,
    putConsoleRestaurant,
    async (ctx, { params: { id }, body }) => {
      await changeFacts(ctx, { merchantId: id, ...body })
      return { restaurant: await showRestaurant(ctx, id) }
    },
    { bodyLimit: factsBytes },
  )

  serveControlled(app, services, putRestaurantTerms, {
    measure: (ctx, { params: { id, partner }, body }) => measureTerms(ctx, { id, partner, ...body }),
    perform: async (ctx, { params: { id, partner }, body }) => ({
      restaurant: await changeTermsOf(ctx, 'change', partner, { merchantId: id, ...body }),
    }),
  })

  serveControlled(app, services, postComingTerms, {
    measure: (ctx, { params: { id, partner }, body }) => measureTerms(ctx, { id, partner, ...body }),
    perform: async (ctx, { params: { id, partner }, body }) => ({
      restaurant: await changeTermsOf(ctx, 'plan', partner, { merchantId: id, ...body }),
    }),
  })

  serveControlled(app, services, postComingTermsWithdraw, {
    measure: (ctx, { params: { id, partner }, body }) => measureTerms(ctx, { id, partner, ...body }),
    perform: async (ctx, { params: { id, partner }, body }) => ({
      restaurant: await changeTermsOf(ctx, 'withdraw', partner, { merchantId: id, ...body }),
    }),
  })

  serveConsole(app, services, postRestaurantMid, async (ctx, { params: { id }, body }) => {
    await addMid(ctx, { merchantId: id, ...body })
    return { restaurant: await showRestaurant(ctx, id) }
  })

  serveConsole(app, services, postEndRestaurantMid, async (ctx, { params: { id, mid }, body }) => {
    await endMidOf(ctx, { merchantId: id, mid, ...body })
    return { restaurant: await showRestaurant(ctx, id) }
  })
}
