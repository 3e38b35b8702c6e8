import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/open-database.ts'
import { allOverrides } from './partner-overrides.repository.ts'
import type { PartnerRegistry } from './partner-registry.service.ts'

/** Milliseconds; a change applies within this and one small query. */
const lookAgainMs = 3_000

/** The last seen text of each row, applied or invalid. */
type Seen = Map<string, string>

/** Merge stored overrides over the folders. @throws for invalid ones, by name. */
export async function applyStoredOverrides(db: Db, partners: PartnerRegistry): Promise<void> {
  for (const { partnerId, settings } of await allOverrides(db))
    if (partners.bySlug(partnerId)) partners.applyOverrides(partnerId, { settings })
}

export interface OverridesWatch {
  stop(): Promise<void>
}

/** Poll for changed overrides. An invalid row is logged once, and the previous settings stay in force. */
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

export async function lookAgain({ db, partners, log }: WatchOptions, seen: Seen): Promise<void> {
  const rows = await allOverrides(db)
  const stored = new Map(rows.map(({ partnerId, settings }) => [partnerId, settings]))
  for (const { slug, settings: inForce } of partners.all()) {
    // A deleted row overrides nothing.
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
