import type { Partner } from '@dineward/core/partner/partner.ts'
import { defaultLocale } from '@dineward/core/shared/format.ts'
import Fastify from 'fastify'
import type { Context } from '../context.ts'
import type { PartnerRegistry } from '../features/partner/partner-registry.service.ts'
import type { World } from '../world.ts'
import type { Caller } from './control.ts'

/** What services take, but the partner; the log is silent, a command prints. */
export function commandServices(
  { database, clock, gateways, partners }: World,
  { actor }: Caller,
): Omit<Context, 'partner'> & { readonly partners: PartnerRegistry } {
  return { db: database.db, clock, gateways, partners, actor, log: Fastify().log, locale: defaultLocale }
}

/** @throws a sentence where there is no such partner. */
export function partnerNamed({ partners }: World, slug: string): Partner {
  const partner = partners.bySlug(slug)
  if (!partner) throw new Error(`There is no partner "${slug}".`)
  return partner
}
