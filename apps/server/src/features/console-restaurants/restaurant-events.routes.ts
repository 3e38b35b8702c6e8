import {
  getRestaurantEvents,
  postRestaurantEventRemoval,
  postRestaurantOfferRemoval,
  putRestaurantEvent,
  putRestaurantOffer,
} from '@dineward/core/console-restaurants/restaurant-events.contract.ts'
import type { MerchantEvent, MerchantOffer } from '@dineward/core/merchants/merchant-events.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { ConsoleContext } from '../../context.ts'
import { type ConsoleServices, programContext, serveConsole } from '../../http/serve-console.ts'
import { assertInView, inTransaction } from '../merchants/facts/merchant-facts.service.ts'
import {
  changeEvent,
  changeMerchantOffer,
  listEventsAndOffers,
} from '../merchants/merchant-events.service.ts'

interface Params {
  readonly id: string
  readonly itemId: string
}

export function restaurantEventsRoutes(app: FastifyInstance, services: ConsoleServices): void {
  serveConsole(app, services, getRestaurantEvents, async (ctx, { params: { id } }) => {
    await assertInView(ctx, id)
    return listEventsAndOffers(ctx, id)
  })

  serveConsole(app, services, putRestaurantEvent, (ctx, { params, body: { version, event } }) =>
    saveEvent(ctx, params, version, event),
  )

  serveConsole(app, services, postRestaurantEventRemoval, (ctx, { params, body: { version } }) =>
    saveEvent(ctx, params, version, null),
  )

  serveConsole(app, services, putRestaurantOffer, (ctx, { params, body: { partner, version, offer } }) =>
    saveOffer(ctx, params, partner, { version, offer }),
  )

  serveConsole(app, services, postRestaurantOfferRemoval, (ctx, { params, body: { partner, version } }) =>
    saveOffer(ctx, params, partner, { version, offer: null }),
  )
}

async function saveEvent(
  ctx: ConsoleContext,
  { id: merchantId, itemId: id }: Params,
  version: string | null,
  event: MerchantEvent | null,
) {
  await inTransaction(ctx, editor => changeEvent(editor, { merchantId, id, version, event }))
  return listEventsAndOffers(ctx, merchantId)
}

async function saveOffer(
  ctx: ConsoleContext,
  { id: merchantId, itemId: id }: Params,
  partner: string,
  change: { version: string | null; offer: MerchantOffer | null },
) {
  const program = programContext(ctx, partner)
  await assertInView(ctx, merchantId)
  await ctx.db
    .transaction()
    .execute(db => changeMerchantOffer({ ...program, db }, { merchantId, id, ...change }))
  return listEventsAndOffers(ctx, merchantId)
}
