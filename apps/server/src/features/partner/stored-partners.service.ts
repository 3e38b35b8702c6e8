import {
  buildPartner,
  type Partner,
  type PartnerSource,
  problemSentence,
} from '@dineward/core/partner/partner.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/open-database.ts'
import { type AuditContext, recordAudit } from '../staff/audit.service.ts'
import { OverridesRefused, type PartnerRegistry } from './partner-registry.service.ts'
import { insertFirstRates } from './rate-versions.repository.ts'
import { allStoredPartners, insertStoredPartner, storedAmong } from './stored-partners.repository.ts'

/** Of these, the slugs of those that are in the database and not in a folder. */
export const listStoredPartners = storedAmong

/**
 * Programs that were made in the console and are not known here yet. A folder of the same name has replaced one: it was
 * exported. An invalid one, of another release, is left out and named.
 * @param tried by earlier calls, which have named those that are left out
 */
export async function addStoredPartners(
  db: Db,
  partners: PartnerRegistry,
  log: Pick<FastifyBaseLogger, 'error'>,
  tried: Set<string> = new Set(),
): Promise<void> {
  for (const source of await allStoredPartners(db)) {
    if (partners.bySlug(source.slug) || tried.has(source.slug)) continue
    tried.add(source.slug)
    try {
      const built = buildPartner(source)
      if (!built.ok) throw new Error(built.problems.map(problemSentence).join('\n'))
      partners.add(built.partner)
    } catch (error) {
      log.error(`The program ${source.slug} is left out: ${error instanceof Error ? error.message : error}`)
    }
  }
}

/**
 * The partner is in force in this process at once. @throws OverridesRefused for one that is invalid, or whose name is
 * taken.
 */
export async function createStoredPartner(
  ctx: AuditContext & { readonly partners: PartnerRegistry },
  source: PartnerSource,
  reason: string,
): Promise<Partner> {
  const { db, clock, partners } = ctx
  const { slug } = source
  if (partners.bySlug(slug)) throw taken(slug)
  const built = buildPartner(source)
  if (!built.ok) throw new OverridesRefused(built.problems, built.problems.map(problemSentence))
  const { partner } = built
  partners.checkAdded(partner)
  await db.transaction().execute(async trx => {
    const now = clock.now()
    if (!(await insertStoredPartner(trx, source, now))) throw taken(slug)
    await insertFirstRates(trx, { partner, now })
    const after = { name: partner.settings.name, hostNames: partner.settings.hostNames }
    const entry = { action: 'partner.create', subject: slug, partnerId: slug, after, reason } as const
    await recordAudit({ ...ctx, db: trx }, entry)
  })
  partners.add(partner)
  return partner
}

function taken(slug: string): OverridesRefused {
  const message = 'is the address of another program'
  return new OverridesRefused([{ path: 'slug', message }], [`${slug} ${message}`])
}
