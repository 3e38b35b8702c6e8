import { botCheckField } from '@dineward/core/bot-check/bot-check.rules.ts'
import {
  deleteCard,
  getCards,
  getPartnerCards,
  postCards,
  postReenroll,
  putCard,
} from '@dineward/core/cards/cards.contract.ts'
import type { FastifyInstance } from 'fastify'
import { clientOf } from '../../http/limits/allowances.ts'
import { type Services, serve } from '../../http/serve.ts'
import { clearSessionCookies } from '../../http/sessions/session.ts'
import { createHumanGate, type FreeCalls } from '../bot-check/human-gate.service.ts'
import { getLinkedCards, removeCard, renameCard } from './cards.service.ts'
import { linkCards } from './link-cards.service.ts'
import { getPartnerCards as listedPartnerCards } from './partner-cards.service.ts'
import { reenroll } from './reenroll.service.ts'

/** The answers tell which card numbers are linked. */
const freeCalls: FreeCalls = { perAddress: 24, overall: 1_000, windowMinutes: 15 }

export function cardsRoutes(app: FastifyInstance, services: Services): void {
  const linkGate = createHumanGate(services.db, 'link-cards', freeCalls)

  serve(app, services, getCards, async ctx => ({ items: await getLinkedCards(ctx) }))

  serve(app, services, getPartnerCards, async ctx => ({ items: await listedPartnerCards(ctx) }))

  serve(app, services, postCards, async (ctx, { body }, { request }) => {
    await linkGate.pass(ctx, { address: clientOf(request), answer: body[botCheckField] })
    return { cardRegistration: await linkCards(ctx, body) }
  })

  serve(app, services, postReenroll, async (ctx, { body }, { request }) => {
    await linkGate.pass(ctx, { address: clientOf(request), answer: body[botCheckField] })
    return { cardRegistration: await reenroll(ctx, body) }
  })

  serve(app, services, putCard, async (ctx, { query, body }) => {
    const name = body.name || null
    await renameCard(ctx, { ...query, name })
    return { name }
  })

  serve(app, services, deleteCard, async (ctx, { query }, { request, reply }) => {
    const result = await removeCard(ctx, { memberId: ctx.actor.id, id: query.id })
    if (result.accountClosed) clearSessionCookies(request, reply)
    return result
  })
}
