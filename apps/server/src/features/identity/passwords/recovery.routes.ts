import { botCheckField } from '@dineward/core/bot-check/bot-check.rules.ts'
import {
  postRecovery,
  postRecoveryConfirm,
  putRecoveryPassword,
} from '@dineward/core/identity/recovery.contract.ts'
import type { FastifyInstance } from 'fastify'
import { clientOf } from '../../../http/limits/allowances.ts'
import { limits } from '../../../http/limits/rate-limits.ts'
import { type Services, serve } from '../../../http/serve.ts'
import { createHumanGate, type FreeCalls } from '../../bot-check/human-gate.service.ts'
import type { PartnerRegistry } from '../../partner/partner-registry.service.ts'
import { securityEvent } from '../../security-events/security-events.service.ts'
import { unknownUserKey } from '../sign-in/sign-in-lock.service.ts'
import { confirmRecovery, requestRecovery, setRecoveredPassword } from './recovery.service.ts'

const freeCalls: FreeCalls = { perAddress: 10, overall: 300, windowMinutes: 15 }

interface RecoveryServices extends Services {
  readonly wakeMails: () => void
  readonly partners: PartnerRegistry
}

export function recoveryRoutes(app: FastifyInstance, services: RecoveryServices): void {
  const limited = { config: { rateLimit: limits.recovery } }
  const gateOf = (step: string) => createHumanGate(services.db, `recovery-${step}`, freeCalls)
  const gates = { request: gateOf('request'), confirm: gateOf('confirm') }
  serve(
    app,
    services,
    postRecovery,
    async (ctx, { body }, { request }) => {
      await gates.request.pass(ctx, { address: clientOf(request), answer: body[botCheckField] })
      await requestRecovery(ctx, { userName: body.userName, origin: services.partners.siteOf(ctx.partner) })
      securityEvent(request, 'recovery', 'requested', { tried: unknownUserKey(body.userName) })
      services.wakeMails()
      return { accepted: true }
    },
    limited,
  )
  serve(
    app,
    services,
    postRecoveryConfirm,
    async (ctx, { body }, { request }) => {
      await gates.confirm.pass(ctx, { address: clientOf(request), answer: body[botCheckField] })
      const { userName, code } = body
      const confirmed = await confirmRecovery(ctx, { userName, code })
      const tried = userName === undefined ? undefined : unknownUserKey(userName)
      securityEvent(request, 'recovery', 'code_accepted', { tried })
      return confirmed
    },
    limited,
  )
  serve(
    app,
    services,
    putRecoveryPassword,
    async (ctx, { body }, { request }) => {
      const origin = services.partners.siteOf(ctx.partner)
      const { memberId } = await setRecoveredPassword(ctx, { ...body, origin })
      securityEvent(request, 'recovery', 'password_set', { memberId })
      services.wakeMails()
      return { changed: true }
    },
    limited,
  )
}
