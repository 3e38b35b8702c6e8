import { join } from 'node:path'
import { buildApp } from '../apps/server/src/app.ts'
import { webhookSecrets } from '../apps/server/src/env/env-secrets.ts'
import { createContentStore } from '../apps/server/src/features/content/content-store.service.ts'
import { SearchIndex } from '../apps/server/src/features/search/search-index.service.ts'
import type { ConsoleSettings } from '../apps/server/src/http/serve-console.ts'
import type { ConsoleSite } from '../apps/server/src/ssr/files/console-site.routes.ts'
import { root, type World } from '../apps/server/src/world.ts'

export type App = Awaited<ReturnType<typeof buildApp>>

interface ConsoleOptions {
  readonly console?: ConsoleSettings
  readonly consoleSite?: ConsoleSite | null
}

/** The app is in this process: nothing but the server's own work is measured. */
export function openApp(
  world: World,
  folder: string,
  { console = { hosts: [], needsSecondFactor: true }, consoleSite = null }: ConsoleOptions = {},
): Promise<App> {
  const { env, database, clock, partners, gateways } = world
  const content = createContentStore({
    partnersDir: join(root, 'partners'),
    account: env.content,
    contentBackupDir: join(folder, 'content'),
    log: { info() {}, warn() {} },
  })
  return buildApp({
    db: database.db,
    database,
    clock,
    gateways,
    partners,
    content,
    searchIndex: new SearchIndex(database.db),
    appSecrets: env.secrets.app,
    console,
    api: { hosts: ['api.localhost'], isDemo: true },
    consoleSite,
    production: false,
    publicUrl: env.publicUrl,
    cardFrameUrl: env.cardFrameUrl,
    webhookSecrets: webhookSecrets(env.secrets),
    resendSecrets: env.resendSecrets,
    twilioAuthTokens: [],
    moveClock: null,
    senderClock: null,
    imageCacheDir: join(folder, 'images'),
    fontDir: folder,
    logLevel: 'silent',
    metricsTokens: [],
    trustProxy: false,
    wakeInbox() {},
    wakeMails() {},
    wakeImports() {},
    wakeFinance() {},
    isReady: async () => true,
    checkSurroundings: async () => [],
    hasStarted: () => true,
    databasePool: database.poolState,
    watchQueries: database.watchQueries,
    web: null,
    pageCache: null,
  })
}
