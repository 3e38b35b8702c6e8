import {
  getMembershipPass,
  getMembershipPassLink,
  getReservationPass,
  getReservationPassLink,
  getWallets,
} from '@dineward/core/passes/passes.contract.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Services, serve } from '../../http/serve.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import {
  linkMembership,
  linkReservation,
  type PassPictures,
  signMembership,
  signReservation,
  walletsOf,
} from './passes.service.ts'

interface PassServices extends Services, PassPictures {
  readonly partners: Pick<PartnerRegistry, 'siteOf'>
}

export function passesRoutes(app: FastifyInstance, services: PassServices): void {
  const { partners, drawPictures, iconPath } = services
  const pictures = { drawPictures, iconPath }
  serve(app, services, getWallets, async ctx => walletsOf(ctx))
  serve(app, services, getMembershipPass, async (ctx, _input, { reply }) =>
    asFile(reply, await signMembership(ctx, { ...pictures, site: partners.siteOf(ctx.partner) })),
  )
  serve(app, services, getMembershipPassLink, (ctx, _input) =>
    linkMembership(ctx, { ...pictures, site: partners.siteOf(ctx.partner) }),
  )
  serve(app, services, getReservationPass, async (ctx, { params }, { reply }) => {
    const site = partners.siteOf(ctx.partner)
    return asFile(reply, await signReservation(ctx, { ...pictures, site, id: params.reservationId }))
  })
  serve(app, services, getReservationPassLink, (ctx, { params }) =>
    linkReservation(ctx, { ...pictures, site: partners.siteOf(ctx.partner), id: params.reservationId }),
  )
}

function asFile(reply: FastifyReply, pass: Buffer): Buffer {
  reply
    .type('application/vnd.apple.pkpass')
    .header('content-disposition', 'attachment; filename="pass.pkpass"')
  return pass
}
