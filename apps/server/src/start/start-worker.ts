import { randomUUID } from 'node:crypto'
import { flushCompileCache } from 'node:module'
import Fastify from 'fastify'
import { listenForChanges } from '../db/changes.ts'
import { isReachable } from '../db/open-database.ts'
import type { Env } from '../env/env.ts'
import { recordBudgets } from '../features/budgets/budgets.service.ts'
import { readQueueState } from '../features/card-events/queue-state.read.ts'
import { raiseEventEpoch } from '../features/events/record-events.repository.ts'
import { startWebhookSender, type WebhookSender } from '../features/events/webhook-sender.service.ts'
import { reportJobs } from '../features/jobs/jobs.service.ts'
import { scheduledJobs } from '../features/jobs/scheduled.job.ts'
import { watchStoredOverrides } from '../features/partner/partner-overrides.service.ts'
import { recordRates } from '../features/partner/rate-versions.service.ts'
import { addSecurityEvents } from '../features/security-events/security-events.service.ts'
import { healthRoutes } from '../http/health.ts'
import { createHttpServer } from '../http/http-server.ts'
import { closeConnectionsOnShutdown, createConnections } from '../http/limits/connections.ts'
import { logOptions, RequestLog } from '../http/logging.ts'
import { jobHandlers } from '../jobs/job-handlers.ts'
import { type Jobs, startJobs } from '../jobs/jobs.ts'
import { logSlowQueries } from '../tracing/slow-queries.ts'
import { openTracing } from '../tracing/tracing.ts'
import { openWorld } from '../world.ts'
import { endInOrder } from './end-in-order.ts'
import { joinOthers } from './join-others.ts'
import { startWatchdog } from './watchdog.ts'

/**
 * With ROLE=worker a process runs jobs. Its port answers `/healthz`, `/readyz` and `/metrics`, and nothing for
 * visitors.
 */
export async function startWorker(env: Env): Promise<void> {
  const world = await openWorld(env)
  const { database, replica, partners, clock } = world
  const tracing = await openTracing(env.tracing, database)
  let jobs: Jobs | null = null
  let sender: WebhookSender | null = null
  const connections = createConnections()
  const app = Fastify({
    logger: logOptions({ logLevel: env.logLevel, tracing }),
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    serverFactory: handler => {
      const server = createHttpServer(handler, { production: env.production })
      connections.watch(server)
      return server
    },
  })
  database.watchQueries(logSlowQueries(app.log, env.slowQueryMs))
  replica?.logTo(app.log)
  closeConnectionsOnShutdown(app, connections)
  addSecurityEvents(app, { db: database.db, clock, appSecrets: env.secrets.app })
  healthRoutes(
    app,
    {
      isReady: async () => jobs !== null && !connections.isClosing() && (await isReachable(database.db)),
      metricsTokens: env.metricsTokens,
    },
    {
      cachedPages: () => ({ bytes: 0, hits: 0, renders: 0 }),
      renderQueue: () => ({ running: 0, waiting: 0 }),
      databasePool: database.poolState,
      replica,
      watchQueries: database.watchQueries,
      jobs: () => reportJobs({ db: database.db }, scheduledJobs),
      queues: () => readQueueState(database.db, clock.now()),
    },
  )
  const overrides = watchStoredOverrides({ db: database.db, partners, log: app.log })
  const joined = await joinOthers(world, sentence => app.log.warn(sentence))
  const changes = listenForChanges({ databaseUrl: env.databaseDirectUrl ?? env.databaseUrl!, log: app.log })
  changes.on('settings', overrides.look)
  endInOrder(app, async () => {
    await jobs?.stop()
    await sender?.stop()
    await changes.close()
    await joined?.leave()
    await overrides.stop()
    await replica?.close()
    await database.close()
    await tracing?.close()
  })
  startWatchdog()
  await app.listen({ port: env.port, host: env.host })
  await recordRates({ db: database.backgroundDb, clock, partners })
  await recordBudgets({ db: database.backgroundDb, partners })
  await raiseEventEpoch(database.backgroundDb)
  jobs = await startJobs(database, jobHandlers(world, app.log, tracing), app.log)
  sender = startWebhookSender(world, changes, app.log)
  flushCompileCache()
  app.log.info('running jobs')
}
