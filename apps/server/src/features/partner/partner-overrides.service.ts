import type { Partner } from '@dineward/core/partner/partner.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/open-database.ts'
import { allOverrides } from './partner-overrides.repository.ts'
import type { PartnerRegistry } from './partner-registry.service.ts'
import { addStoredPartners } from './stored-partners.service.ts'

/** Within these milliseconds and one small query, a change that is not announced applies. */
const lookAgainMs = 3_000

/** It keeps the last seen text of each row, applied or invalid, and programs that were added, or left out. */
interface Seen {
  readonly overrides: Map<string, string>
  readonly stored: Set<string>
}

export const nothingSeen = (): Seen => ({ overrides: new Map(), stored: new Set() })

/** Programs made in the console, and what is stored over each. @throws for invalid overrides, by name. */
export async function applyStoredOverrides(
  db: Db,
  partners: PartnerRegistry,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<void> {
  await addStoredPartners(db, partners, log)
  for (const { partnerId, settings, theme } of await allOverrides(db))
    if (partners.bySlug(partnerId)) partners.applyOverrides(partnerId, { settings, theme })
}

export interface OverridesWatch {
  /** Now, because a change was announced. */
  look(): void
  stop(): Promise<void>
}

/** Poll for changed overrides. An invalid row is logged once, and the previous settings stay in force. */
export function watchStoredOverrides(
  { db, partners, log }: WatchOptions,
  everyMs = lookAgainMs,
): OverridesWatch {
  const seen = nothingSeen()
  let looking = Promise.resolve()
  let busy = false
  let again = false
  let isStopped = false
  function look(): void {
    again = busy
    if (busy || isStopped) return
    busy = true
    looking = lookAgain({ db, partners, log }, seen)
      .catch(error => log.debug({ err: error }, 'the overrides could not be read'))
      .finally(() => {
        busy = false
        if (again) look()
      })
  }
  const timer = setInterval(look, everyMs)
  timer.unref()
  return {
    look,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await looking
    },
  }
}

interface WatchOptions {
  readonly db: Db
  readonly partners: PartnerRegistry
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info' | 'debug'>
}

export async function lookAgain({ db, partners, log }: WatchOptions, seen: Seen): Promise<void> {
  await addStoredPartners(db, partners, log, seen.stored)
  const rows = await allOverrides(db)
  const stored = new Map(rows.map(({ partnerId, settings, theme }) => [partnerId, { settings, theme }]))
  for (const partner of partners.all()) {
    const { slug } = partner
    // A deleted row overrides nothing.
    const overrides = stored.get(slug) ?? { settings: {}, theme: null }
    const text = JSON.stringify(overrides)
    if (seen.overrides.get(slug) === text) continue
    seen.overrides.set(slug, text)
    try {
      if (isSame(partners.checkOverrides(slug, overrides), partner)) continue
      partners.applyOverrides(slug, overrides)
      log.info({ partner: slug }, 'settings were changed')
    } catch (error) {
      log.error(`What is stored stays unused: ${error instanceof Error ? error.message : error}`)
    }
  }
}

const isSame = (one: Partner, other: Partner): boolean =>
  JSON.stringify([one.settings, one.theme]) === JSON.stringify([other.settings, other.theme])
