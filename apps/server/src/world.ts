import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClock, type MovableClock } from './clock.ts'
import { migrate } from './db/migrate.ts'
import { type Database, type DatabaseOptions, openDatabase } from './db/open-database.ts'
import { type Env, socketDir } from './env.ts'
import { loadPartners } from './features/partner/load-partners.ts'
import { applyStoredOverrides } from './features/partner/partner-overrides.ts'
import { createPartnerRegistry, type PartnerRegistry } from './features/partner/partner-registry.ts'
import type { Gateways } from './gateways/gateways.ts'
import { folderMailer, smtpMailer } from './gateways/nodemailer-mailers.ts'
import { tokenCardVault } from './gateways/token-card-vault.ts'

/** What the server and every command of the command line stand on. */
export interface World {
  readonly env: Env
  readonly database: Database
  readonly clock: MovableClock
  readonly partners: PartnerRegistry
  readonly gateways: Gateways
}

export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Opens and migrates the database while the partner folders are read. A broken folder stops the start, by name. */
export async function openWorld(
  env: Env,
  events: Pick<DatabaseOptions, 'onRestart' | 'onFatal'> = {},
): Promise<World> {
  const reading = loadPartners(join(root, 'partners'))
  reading.catch(() => {})
  const database = await openDatabase({
    databaseUrl: env.databaseUrl,
    dataDir: env.dataDir,
    socketDir: socketDir(env.dataDir),
    emptyDump: join(root, 'apps/server/dist/empty-database.tar'),
    ...events,
  })
  try {
    const partners = createPartnerRegistry(await reading, {
      defaultSlug: env.defaultPartner,
      production: env.production,
    })
    await migrate(database.db)
    await applyStoredOverrides(database.db, partners)
    return {
      env,
      database,
      clock: createClock(env.demoNow),
      partners,
      gateways: {
        cardVault: tokenCardVault(env.secrets.cardToken),
        mailer: env.smtpUrl ? smtpMailer(env.smtpUrl) : folderMailer(join(env.dataDir, 'mail')),
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
