import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import type { Contract } from '@dineward/core/shared/contract.ts'
import type { ErrorBody } from '@dineward/core/shared/errors.ts'
import { defaultLocale } from '@dineward/core/shared/format.ts'
import Fastify from 'fastify'
import type { Context } from '../context.ts'
import { actorName } from '../features/staff/audit.service.ts'
import type { World } from '../world.ts'
import type { Caller } from './control.ts'

export type ServedWorld = Pick<World, 'database' | 'gateways' | 'partners'> & {
  readonly clock: Clock
  readonly replica?: World['replica']
}

/** What services take, but the partner; the log is silent, a command prints. */
export function commandServices(
  { database, replica = null, clock, gateways, partners }: ServedWorld,
  { actor }: Pick<Caller, 'actor'>,
): Omit<Context, 'partner'> & Pick<World, 'partners' | 'replica'> {
  const { log } = Fastify()
  return { db: database.db, replica, clock, gateways, partners, actor, log, locale: defaultLocale }
}

/**
 * A command that moves money is a call of the console, by its rules: done at once, or kept for another person.
 * @returns what the call answers, or null where it waits. @throws why it is refused
 */
export async function callConsole(
  world: World,
  { actor, print }: Pick<Caller, 'actor' | 'print'>,
  contract: Contract,
  { params = {}, body }: { readonly params?: Readonly<Record<string, unknown>>; readonly body: object },
): Promise<unknown> {
  // Other commands do without all that the console can do.
  const { openOperatorConsole } = await import('./operator-console.ts')
  await using operator = await openOperatorConsole(world, actorName(actor))
  const { status, body: answer } = await operator.call(contract, { params, query: {}, body })
  const { approvalId, message, fieldErrors = [] } = (answer ?? {}) as Partial<ErrorBody>
  if (status >= 400) throw new Error([message, ...fieldErrors.map(one => one.message)].join('\n'))
  if (!approvalId) return answer
  print(`${message} ${approvalAddress(world, approvalId)}`)
  return null
}

/** Where a second person decides it. */
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
