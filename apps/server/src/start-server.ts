import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultLocale } from '@dineward/core/shared/format.ts'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { commands } from './cli/commands.ts'
import { serveCommands } from './cli/control.ts'
import { createClock } from './clock.ts'
import { isReachable } from './db/open-database.ts'
import { type Env, readEnv, socketDir } from './env.ts'
import type { ContentLog } from './features/content/content-report.service.ts'
import { type ContentStore, createContentStore } from './features/content/content-store.service.ts'
import { processRecoveryRequests } from './features/identity/recovery.service.ts'
import { runDueJobs } from './features/jobs/jobs.service.ts'
import { scheduledJobs } from './features/jobs/scheduled.job.ts'
import { sendDueMails } from './features/mail/send-mails.service.ts'
import { watchStoredOverrides } from './features/partner/partner-overrides.service.ts'
import { processInbox } from './features/rewards/inbox.service.ts'
import { SearchIndex } from './features/search/search-index.service.ts'
import { sendDueTexts } from './features/text-messages/send-texts.service.ts'
import type { PhotoStore } from './gateways/photo-store.ts'
import { type Jobs, startJobs } from './jobs.ts'
import { loadWebBuild, type WebBuild } from './ssr/web-build.ts'
import { startBanner } from './start-banner.ts'
import { openWorld, root, type World } from './world.ts'

export interface DemoData {
  photos(world: World): PhotoStore
  load(world: World, report: (line: string) => void): Promise<void>
  describe(world: World): readonly string[]
}

/** `demo` is loaded only where APP_ENV is demo. */
export async function runServer(environment: NodeJS.ProcessEnv, demo: DemoData | null = null): Promise<void> {
  try {
    const env = readEnv(environment)
    await start(env, env.appEnv === 'demo' ? demo : null)
  } catch (error) {
    // The message says what to do; a stack trace would bury it.
    console.error(`\nDineward could not start.\n${error instanceof Error ? error.message : error}\n`)
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
        process.exit(1)
      },
    }),
    openWeb(env),
  ])
  const world = demo ? { ...opened, gateways: { ...opened.gateways, photos: demo.photos(opened) } } : opened
  const state: { ready: boolean; jobs: Jobs | null; startingJobs: Promise<Jobs> | null } = {
    ready: false,
    jobs: null,
    startingJobs: null,
  }
  const { database, partners, clock, gateways } = world
  const content = openContent(world, {
    info: sentence => log?.info(sentence),
    warn: sentence => log?.warn(sentence),
  })
  const searchIndex = new SearchIndex(database.db)
  const app = await buildApp({
    db: database.db,
    clock,
    gateways,
    csrfSecret: env.secrets.csrf,
    partners,
    content,
    searchIndex,
    production: env.production,
    staging: env.appEnv === 'staging',
    publicUrl: env.publicUrl,
    cardFrameUrl: env.cardFrameUrl,
    fidelWebhookSecret: env.secrets.fidelWebhook,
    kardWebhookSecret: env.secrets.kardWebhook,
    resendSecrets: env.resendSecrets,
    twilioAuthToken: env.twilio?.authToken ?? null,
    moveClock: env.production ? null : moment => clock.moveTo(moment),
    senderClock: env.production ? null : createClock(null),
    imageCacheDir: join(env.dataDir, 'images'),
    mapFilesDir: join(env.dataDir, 'maps'),
    logLevel: env.logLevel,
    metricsToken: env.metricsToken,
    trustProxy: env.trustProxy,
    wakeInbox: () => state.jobs?.wakeInbox(),
    wakeMails: () => state.jobs?.wakeMails(),
    isReady: async () => state.ready && !app.connections.isClosing() && (await isReachable(database.db)),
    hasStarted: () => state.ready,
    databasePool: database.poolState,
    web: web.build,
    fontDir: join(root, 'apps/server/dist/fonts'),
  })
  log = app.log
  web.attach(app)
  content.keepFresh(partners.all())
  const overrides = watchStoredOverrides({ db: database.db, partners, log: app.log })
  const control = database.embedded ? await serveCommands(world, commands, socketDir(env.dataDir)) : null
  const isStopping = stopOnSignal(app, async () => {
    control?.close()
    const jobs = await state.startingJobs?.catch(() => null)
    await jobs?.stop()
    content.close()
    await searchIndex.close()
    await overrides.stop()
    await web.close()
    await database.close()
  })

  // A crowd waits in the backlog instead of reconnecting for seconds.
  await app.listen({ port: env.port, host: env.host, backlog: 4_096 })
  app.log.info({ ms: Math.round(performance.now() - startedAt) }, 'listening')
  try {
    await demo?.load(world, line => console.log(line))
    if (isStopping()) return
    // After the demo data is loaded, which it would index only seconds later.
    searchIndex.start(app.log)
    state.startingJobs = startJobs(database, jobHandlers(world, app), app.log)
    state.jobs = await state.startingJobs
  } catch (error) {
    // Stopped before it was ready: the database was closed under it.
    if (isStopping()) return
    throw error
  }
  state.ready = true
  // Not at exit: a killed process would leave nothing for the next start.
  flushCompileCache()
  console.log(startBanner(world, demo?.describe(world)))
}

function openContent({ env, partners }: World, log: ContentLog): ContentStore {
  const unknown = [...env.content.tokens.keys()].filter(slug => partners.bySlug(slug) === null)
  if (unknown.length > 0)
    throw new Error(`CONTENT_TOKENS names ${unknown.join(', ')}, but there is no such folder in partners/.`)
  return createContentStore({
    partnersDir: join(root, 'partners'),
    account: env.content,
    contentBackupDir: join(env.dataDir, 'content'),
    log,
  })
}

function jobHandlers(world: World, app: FastifyInstance) {
  const services = { ...world, db: world.database.db, log: app.log }
  return {
    processInbox: () => processInbox(services),
    sendMails: async () => {
      const ctx = { ...services, actor: { kind: 'system', name: 'mail' }, locale: defaultLocale } as const
      await processRecoveryRequests(ctx, world.partners)
      await sendDueMails({ ...services, mailer: world.gateways.mailer })
      await sendDueTexts(ctx)
    },
    runDueJobs: () =>
      runDueJobs(
        { ...services, actor: { kind: 'system', name: 'jobs' }, locale: defaultLocale },
        scheduledJobs,
      ),
  }
}

interface Web {
  readonly build: WebBuild
  attach(app: FastifyInstance): void
  close(): Promise<void>
}

async function openWeb(env: Env): Promise<Web> {
  const webDir = join(root, 'apps/web')
  if (env.devWeb) {
    const { openDevWeb } = await import('./ssr/dev-web.ts')
    return openDevWeb(webDir)
  }
  return { build: await loadWebBuild(join(webDir, 'dist')), attach() {}, async close() {} }
}

/** Finish requests in flight, for at most 9 seconds. */
function stopOnSignal(app: FastifyInstance, closeRest: () => Promise<void>): () => boolean {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    void sleep(9_000, null, { ref: false }).then(() => process.exit(0))
    try {
      await app.connections.settle()
      await app.close()
      await closeRest()
    } catch (error) {
      // Requests are answered; an unavailable database cannot be closed.
      app.log.error({ err: error }, 'stopped without closing everything')
    }
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  return () => stopping
}
