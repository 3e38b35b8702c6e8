import { getConsoleBudget, postConsoleForecast } from '@dineward/core/console-programs/budgets.contract.ts'
import {
  getConsoleOffer,
  getConsoleOffers,
  postConsoleOffer,
  postConsoleOfferCheck,
  postConsoleOfferEnd,
  putConsoleOffer,
} from '@dineward/core/console-programs/offers.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type ConsoleServices, programContext, serveConsole } from '../../http/serve-console.ts'
import { serveControlled } from '../../http/serve-controlled.ts'
import { forecastBonus } from '../bonuses/bonuses.service.ts'
import { readBudget } from '../budgets/budgets.service.ts'
import { forecastLines } from '../budgets/forecast.service.ts'
import { changeOffer, createOffer, endOffer, forecastOffer } from '../offers/offers.service.ts'
import { assertMayName, checkOffer, listOffers, measureOffer, showOffer } from './console-offers.service.ts'

/** An offer may name a thousand restaurants and as many members. */
const offerBytes = 256 * 1024

export function consoleOffersRoutes(app: FastifyInstance, services: ConsoleServices): void {
  const options = { bodyLimit: offerBytes }

  serveConsole(app, services, getConsoleOffers, (ctx, { params, query }) =>
    listOffers(programContext(ctx, params.slug), query),
  )

  serveConsole(app, services, getConsoleOffer, async (ctx, { params: { slug, id } }) => ({
    offer: await showOffer(programContext(ctx, slug), id),
  }))

  serveControlled(
    app,
    services,
    postConsoleOffer,
    {
      measure: (ctx, { params, body }) => measureOffer(programContext(ctx, params.slug), body),
      foresee: async (ctx, { params, body: { definition } }) => {
        const program = programContext(ctx, params.slug)
        return forecastLines(program, await forecastOffer(program, { id: null, definition }))
      },
      perform: async (ctx, { params, body }) => {
        const program = programContext(ctx, params.slug)
        await createOffer(program, body)
        return { offer: await showOffer(program, body.id) }
      },
    },
    options,
  )

  serveControlled(
    app,
    services,
    putConsoleOffer,
    {
      measure: (ctx, { params: { slug, id }, body }) =>
        measureOffer(programContext(ctx, slug), { id, ...body }),
      foresee: async (ctx, { params: { slug, id }, body: { definition } }) => {
        const program = programContext(ctx, slug)
        return forecastLines(program, await forecastOffer(program, { id, definition }))
      },
      perform: async (ctx, { params: { slug, id }, body }) => {
        const program = programContext(ctx, slug)
        await changeOffer(program, { id, ...body })
        return { offer: await showOffer(program, id) }
      },
    },
    options,
  )

  serveConsole(app, services, getConsoleBudget, async (ctx, { params: { slug, kind, code } }) => ({
    budget: await readBudget(programContext(ctx, slug), { kind, code }),
  }))

  serveConsole(
    app,
    services,
    postConsoleForecast,
    async (ctx, { params, body: { period, subject } }) => {
      const program = programContext(ctx, params.slug)
      if (subject.kind === 'bonus')
        return { forecast: await forecastBonus(program, subject.definition, period) }
      assertMayName(program, subject.definition)
      return { forecast: await forecastOffer(program, subject, period) }
    },
    options,
  )

  serveConsole(app, services, postConsoleOfferEnd, async (ctx, { params: { slug, id }, body }) => {
    const program = programContext(ctx, slug)
    const isGone = await endOffer(program, { id, ...body })
    return { offer: isGone ? null : await showOffer(program, id) }
  })

  serveConsole(
    app,
    services,
    postConsoleOfferCheck,
    (ctx, { params, body }) => checkOffer(programContext(ctx, params.slug), body),
    options,
  )
}
