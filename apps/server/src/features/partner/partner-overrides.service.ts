import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/open-database.ts'
import { allOverrides } from './partner-overrides.repository.ts'
import type { PartnerRegistry } from './partner-registry.service.ts'

/** A change is in force everywhere within this and the time of one small query. */
const lookAgainMs = 3_000

/** What a row said when it was last looked at, as text: applied, or found not to fit. */
type Seen = Map<string, string>

/** Lays what the database says about partners over their folders. What does not fit stops the start, by name. */
export async function applyStoredOverrides(db: Db, partners: PartnerRegistry): Promise<void> {
  for (const { partnerId, settings } of await allOverrides(db))
    if (partners.bySlug(partnerId)) partners.applyOverrides(partnerId, { settings })
}

export interface OverridesWatch {
  stop(): Promise<void>
}

/**
 * Looks every three seconds whether the overrides have changed, so that a switch is thrown in every process without a
 * restart. A row that does not fit is named in the log once, and what was in force stays in force.
 */
export function watchStoredOverrides(
  { db, partners, log }: WatchOptions,
  everyMs = lookAgainMs,
): OverridesWatch {
  const seen: Seen = new Map()
  let looking = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    looking = lookAgain({ db, partners, log }, seen)
      .catch(error => log.debug({ err: error }, 'the overrides could not be read'))
      .finally(() => {
        busy = false
      })
  }, everyMs)
  timer.unref()
  return {
    async stop() {
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

/** One look. `seen` is what earlier looks have found, and is brought up to date. */
export async function lookAgain({ db, partners, log }: WatchOptions, seen: Seen): Promise<void> {
  const rows = await allOverrides(db)
  const stored = new Map(rows.map(({ partnerId, settings }) => [partnerId, settings]))
  for (const { slug, settings: inForce } of partners.all()) {
    // A row that is gone overrides nothing any more.
    const settings = stored.get(slug) ?? {}
    const text = JSON.stringify(settings)
    if (seen.get(slug) === text) continue
    seen.set(slug, text)
    try {
      if (sameSettings(partners.checkOverrides(slug, { settings }).settings, inForce)) continue
      partners.applyOverrides(slug, { settings })
      log.info({ partner: slug }, 'settings were changed')
    } catch (error) {
      log.error(`What is stored stays unused: ${error instanceof Error ? error.message : error}`)
    }
  }
}

const sameSettings = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other)
