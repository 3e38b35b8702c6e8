import { deleteCard, getCards, getPartnerCards, postCards } from '@dineward/core/cards/cards.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type Services, serve } from '../../http/serve.ts'
import { clearSessionCookies } from '../../http/session.ts'
import { getLinkedCards, removeCard } from './cards.service.ts'
import { linkCards } from './link-cards.service.ts'
import { getPartnerCards as listedPartnerCards } from './partner-cards.service.ts'

export function cardsRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getCards, async ctx => ({ items: await getLinkedCards(ctx) }))

  serve(app, services, getPartnerCards, async ctx => ({ items: await listedPartnerCards(ctx) }))

  serve(app, services, postCards, async (ctx, { body }) => ({
    cardRegistration: await linkCards(ctx, body),
  }))

  serve(app, services, deleteCard, async (ctx, { query }, { request, reply }) => {
    const result = await removeCard(ctx, query)
    if (result.accountClosed) clearSessionCookies(request, reply)
    return result
  })
}
