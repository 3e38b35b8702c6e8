import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import { defaultLocale } from '@dineward/core/shared/format.ts'
import Fastify from 'fastify'
import type { Context } from '../context.ts'
import type { PartnerRegistry } from '../features/partner/partner-registry.service.ts'
import type { World } from '../world.ts'
import type { Caller } from './control.ts'

export type ServedWorld = Pick<World, 'database' | 'gateways' | 'partners'> & { readonly clock: Clock }

/** What services take, but the partner; the log is silent, a command prints. */
export function commandServices(
  { database, clock, gateways, partners }: ServedWorld,
  { actor }: Pick<Caller, 'actor'>,
): Omit<Context, 'partner'> & { readonly partners: PartnerRegistry } {
  return { db: database.db, clock, gateways, partners, actor, log: Fastify().log, locale: defaultLocale }
}

/** What a call of the console says of a request: where a second person decides it. */
export function approvalAddress({ env }: Pick<World, 'env'>, approvalId: string): string {
  const [host] = env.consoleHosts
  return host ? `https://${host}/approvals/${approvalId}` : `/approvals/${approvalId} in the console`
}

/** @throws a sentence with those that there are. */
export function partnerNamed({ partners }: Pick<World, 'partners'>, slug: string): Partner {
  const partner = partners.bySlug(slug)
  if (partner) return partner
  const slugs = partners.all().map(one => one.slug)
  throw new Error(`There is no partner "${slug}". There are: ${slugs.join(', ')}.`)
}
