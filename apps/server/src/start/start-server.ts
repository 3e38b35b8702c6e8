import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import { commands } from '../cli/commands.ts'
import { serveCommands } from '../cli/control.ts'
import { createClock } from '../clock.ts'
import { announceChange, listenForChanges } from '../db/changes.ts'
import { isReachable } from '../db/open-database.ts'
import { watchSurroundings } from '../doctor/surroundings.ts'
import { type Env, readEnv, socketDir } from '../env/env.ts'
import { webhookSecrets } from '../env/env-secrets.ts'
import { recordBudgets } from '../features/budgets/budgets.service.ts'
import { resealAuthenticators } from '../features/console-session/second-factor.service.ts'
import { resealEndpoints } from '../features/events/endpoints.service.ts'
import { raiseEventEpoch } from '../features/events/record-events.repository.ts'
import { startWebhookSender, type WebhookSender } from '../features/events/webhook-sender.service.ts'
import { watchStoredOverrides } from '../features/partner/partner-overrides.service.ts'
import { recordRates } from '../features/partner/rate-versions.service.ts'
import { SearchIndex } from '../features/search/search-index.service.ts'
import type { PhotoStore } from '../gateways/files/photo-store.ts'
import { jobHandlers } from '../jobs/job-handlers.ts'
import { type Jobs, startJobs } from '../jobs/jobs.ts'
import { openContent } from '../open-content.ts'
import { createAssetPublisher } from '../ssr/files/asset-publisher.ts'
import { assetsOfBuild } from '../ssr/files/published-files.ts'
import { loadWebBuild, type WebBuild } from '../ssr/web-build.ts'
import { logSlowQueries } from '../tracing/slow-queries.ts'
import { openTracing } from '../tracing/tracing.ts'
import type { World } from '../world.ts'
import { openWorld, root } from '../world.ts'
import { endInOrder, faultExitCode } from './end-in-order.ts'
import { joinOthers } from './join-others.ts'
import { startProblem } from './start-problem.ts'
import { startWorker } from './start-worker.ts'
import { throughRestarts } from './through-restarts.ts'
import { waitForDatabase } from './wait-for-database.ts'
import { startWatchdog } from './watchdog.ts'

const consoleDir = join(root, 'apps/console/dist')
const guidesDir = join(root, 'apps/server/dist/guides')

export interface DemoData {
  photos(store: PhotoStore): PhotoStore
  load(world: World, report: (line: string) => void): Promise<void>
  describe(world: World): readonly string[]
}

/** `demo` is loaded only where APP_ENV is demo. */
export async function runServer(environment: NodeJS.ProcessEnv, demo: DemoData | null = null): Promise<void> {
  try {
    const env = readEnv(environment)
    await waitForDatabase(env)
    if (env.role === 'worker') return await startWorker(env)
    await start(env, env.appEnv === 'demo' ? demo : null)
  } catch (error) {
    console.error(`\nDineward could not start.\n${startProblem(error)}\n`)
    if (environment.LOG_LEVEL === 'debug') console.error(error)
    process.exit(1)
  }
}

async function start(env: Env, demo: DemoData | null): Promise<void> {
  const startedAt = performance.now()
  let log: FastifyInstance['log'] | null = null
  const [opened, web] = await Promise.all([
    openWorld(env, {
      onRestart: reason => log?.error(`the embedded database is started again: ${reason}`),
      onFatal: error => {
        log?.fatal({ err: error }, 'the database cannot go on')
        process.exit(faultExitCode)
      },
    }),
    openWeb(env),
  ])
  const { gateways: given } = opened
  const world = demo ? { ...opened, gateways: { ...given, photos: demo.photos(given.photos) } } : opened
  const state: {
    ready: boolean
    jobs: Jobs | null
    startingJobs: Promise<Jobs> | null
    sender: WebhookSender | null
  } = {
    sender: null,
    ready: false,
    jobs: null,
    startingJobs: null,
  }
  const { database, replica, partners, clock, gateways } = world
  const lateLog = {
    info: (sentence: string) => log?.info(sentence),
    warn: (fields: object, sentence: string) => log?.warn(fields, sentence),
  }
  const content = openContent(
    world,
    { info: lateLog.info, warn: sentence => log?.warn(sentence) },
    () => void announceChange(database.db, 'content').catch(() => {}),
  )
  const changes = env.databaseUrl
    ? listenForChanges({
        databaseUrl: env.databaseDirectUrl ?? env.databaseUrl,
        log: lateLog,
      })
    : null
  const searchIndex = new SearchIndex(database.db, replica)
  const assetPublisher = database.embedded ? null : createAssetPublisher(database.db, lateLog)
  const tracing = await openTracing(env.tracing, database)
  const app = await buildApp({
    db: database.db,
    database,
    clock,
    gateways,
    appSecrets: env.secrets.app,
    partners,
    replica,
    longDb: database.embedded ? null : database.longDb,
    console: {
      hosts: env.consoleHosts,
      needsSecondFactor: env.appEnv !== 'demo',
      arePasswordsOff: env.staffSignOn?.arePasswordsOff ?? false,
    },
    api: { hosts: env.apiHosts, isDemo: env.appEnv === 'demo' },
    content,
    searchIndex,
    changes,
    assetPublisher,
    production: env.production,
    staging: env.appEnv === 'staging',
    publicUrl: env.publicUrl,
    cardFrameUrl: env.cardFrameUrl,
    webhookSecrets: webhookSecrets(env.secrets),
    resendSecrets: env.resendSecrets,
    twilioAuthTokens: env.twilio?.authTokens ?? [],
    moveClock: env.production ? null : moment => clock.moveTo(moment),
    senderClock: env.production ? null : createClock(null),
    imageCacheDir: join(env.dataDir, 'images'),
    mapFilesDir: join(env.dataDir, 'maps'),
    logLevel: env.logLevel,
    metricsTokens: env.metricsTokens,
    trustProxy: env.trustProxy,
    isOneOfMany: !database.embedded,
    wakeInbox: () => state.jobs?.wakeInbox(),
    wakeMails: () => state.jobs?.wakeMails(),
    wakeImports: () => state.jobs?.wakeImports(),
    wakeFinance: () => state.jobs?.wakeFinance(),
    isReady: async () => state.ready && !app.connections.isClosing() && (await isReachable(database.db)),
    checkSurroundings: watchSurroundings(env, partners),
    hasStarted: () => state.ready,
    databasePool: database.poolState,
    watchQueries: database.watchQueries,
    tracing,
    web: web.build,
    consoleSite: { dir: consoleDir },
    apiDocsDir: guidesDir,
    fontDir: join(root, 'apps/server/dist/fonts'),
  })
  log = app.log
  database.watchQueries(logSlowQueries(app.log, env.slowQueryMs))
  replica?.logTo(app.log)
  web.attach(app)
  content.keepFresh(partners.all())
  const overrides = watchStoredOverrides({ db: database.db, partners, log: app.log })
  const joined = await joinOthers(world, sentence => app.log.warn(sentence))
  changes?.on('settings', overrides.look)
  changes?.on('restaurants', () => searchIndex.pollSoon())
  changes?.on('content', () => void content.refreshAll())
  const control = database.embedded ? await serveCommands(world, commands, socketDir(env.dataDir)) : null
  const isStopping = endInOrder(app, async () => {
    control?.close()
    const jobs = await state.startingJobs?.catch(() => null)
    await jobs?.stop()
    await state.sender?.stop()
    content.close()
    assetPublisher?.close()
    await changes?.close()
    await joined?.leave()
    await searchIndex.close()
    await overrides.stop()
    await web.close()
    await replica?.close()
    await database.close()
    await tracing?.close()
  })

  startWatchdog()
  // A crowd waits in the backlog instead of reconnecting for seconds.
  await app.listen({ port: env.port, host: env.host, backlog: 4_096 })
  app.log.info({ ms: Math.round(performance.now() - startedAt) }, 'listening')
  try {
    // Visitors and, with the embedded database, the inbox may have every connection.
    const db = database.backgroundDb
    await throughRestarts(database, async () => {
      await recordRates({ db, clock, partners })
      await recordBudgets({ db, partners })
      await raiseEventEpoch(db)
      await resealAuthenticators({ db, secrets: env.secrets.app })
      await resealEndpoints(db, env.secrets.app)
      const { assetsDir } = web.build
      for (const dir of assetsDir ? [assetsDir, join(consoleDir, 'assets')] : [])
        await assetPublisher?.publish(await assetsOfBuild(dir))
      await demo?.load({ ...world, database: { ...database, db } }, line => console.log(line))
    })
    if (isStopping()) return
    // The index starts after the demo data is loaded, which it would index only seconds later.
    const searchLoaded = searchIndex.start(app.log)
    const handlers = env.role === 'web' ? null : jobHandlers(world, app.log, tracing)
    state.startingJobs = throughRestarts(database, () => startJobs(database, handlers, app.log))
    state.jobs = await state.startingJobs
    if (handlers) state.sender = startWebhookSender(world, changes, app.log)
    await searchLoaded
    if (isStopping()) return
  } catch (error) {
    // Stopped before it was ready: the database was closed under it.
    if (isStopping()) return
    throw error
  }
  state.ready = true
  // This does not wait for exit: a killed process would leave nothing for the next start.
  flushCompileCache()
  // Elsewhere every line is JSON, for what collects them.
  if (env.appEnv === 'demo') console.log(startBanner(world, demo?.describe(world)))
  else app.log.info({ url: env.publicUrl }, 'ready')
}

interface Web {
  readonly build: WebBuild
  attach(app: FastifyInstance): void
  close(): Promise<void>
}

async function openWeb(env: Env): Promise<Web> {
  const webDir = join(root, 'apps/web')
  if (env.devWeb) {
    const { openDevWeb } = await import('../ssr/dev-web.ts')
    return openDevWeb(webDir)
  }
  return { build: await loadWebBuild(join(webDir, 'dist')), attach() {}, async close() {} }
}

function startBanner({ env, partners }: World, demoLines: readonly string[] = []): string {
  const { port } = new URL(env.publicUrl)
  const address = (slug: string) => `http://${slug}.localhost${port ? `:${port}` : ''}`
  const sites = partners
    .all()
    .map(({ slug, settings }) => `    ${address(slug).padEnd(34)}${settings.programName}`)
  return ['', '  Dineward is ready.', '', ...sites, ...demoLines, ''].join('\n')
}
