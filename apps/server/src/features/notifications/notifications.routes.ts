import {
  deleteNotifications,
  getNotifications,
  postAppNotifications,
  postNotifications,
} from '@dineward/core/notifications/notifications.contract.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Services, serve } from '../../http/serve.ts'
import { browserOf } from '../../http/sessions/session.ts'
import { sessionId } from '../identity/sessions/sessions.service.ts'
import {
  listNotifications,
  turnOffNotifications,
  turnOnAppNotifications,
  turnOnNotifications,
} from './notifications.service.ts'

export function notificationsRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getNotifications, (ctx, _input, { request }) =>
    listNotifications(ctx, { sessionId: currentId(request) }),
  )
  serve(app, services, postNotifications, async (ctx, { body }, { request }) => {
    const place = { sessionId: currentId(request), device: browserOf(request).traits }
    await turnOnNotifications(ctx, { subscription: body, ...place })
    return listNotifications(ctx, place)
  })
  serve(app, services, postAppNotifications, async (ctx, { body }, { request }) => {
    const place = { sessionId: currentId(request), device: browserOf(request).traits }
    await turnOnAppNotifications(ctx, { ...body, ...place })
    return listNotifications(ctx, place)
  })
  serve(app, services, deleteNotifications, async (ctx, { query }, { request }) => {
    await turnOffNotifications(ctx, query)
    return listNotifications(ctx, { sessionId: currentId(request) })
  })
}

const currentId = ({ sessionToken }: FastifyRequest): string => sessionId(sessionToken ?? '')
