import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { PoolState } from '../db/open-database.ts'
import type { QueueState } from '../features/rewards/queue-state.read.ts'

export interface MetricSources {
  readonly pageCacheBytes: () => number
  readonly renderQueue: () => { readonly running: number; readonly waiting: number }
  readonly databasePool: () => PoolState
  readonly jobSuccesses: () => Promise<readonly { readonly name: string; readonly finishedAt: Date }[]>
  readonly queues: () => Promise<QueueState>
}

/** By route, never by address. */
export function addMetrics(app: FastifyInstance, sources: MetricSources): Registry {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const labelNames = ['method', 'route', 'status']
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by route.',
    labelNames,
    registers,
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  app.addHook('onResponse', (request, reply, done) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none' }
    requests.inc({ ...labels, status: reply.statusCode })
    durations.observe(labels, reply.elapsedTime / 1_000)
    done()
  })

  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge('page_cache_bytes', 'Anonymous pages in memory.', sources.pageCacheBytes)
  gauge('render_queue_running', 'Pages being rendered.', () => sources.renderQueue().running)
  gauge('render_queue_waiting', 'Pages waiting to be rendered.', () => sources.renderQueue().waiting)
  gauge('db_pool_connections', 'Open database connections.', () => sources.databasePool().total)
  gauge('db_pool_idle', 'Idle database connections.', () => sources.databasePool().idle)
  gauge('db_pool_waiting', 'Queries waiting for a connection.', () => sources.databasePool().waiting)
  addJobGauge(registry, sources.jobSuccesses)
  addQueueGauges(registry, sources.queues)
  return registry
}

function addJobGauge(registry: Registry, read: MetricSources['jobSuccesses']): void {
  new Gauge({
    name: 'job_last_success_timestamp_seconds',
    help: 'When each scheduled job last succeeded.',
    labelNames: ['job'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { name, finishedAt } of await read().catch(() => []))
        this.set({ job: name }, finishedAt.getTime() / 1_000)
    },
  })
}

/** One reading for all of them. */
function addQueueGauges(registry: Registry, read: MetricSources['queues']): void {
  const registers = [registry]
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const oldest = gauge('inbox_oldest_seconds', 'Age of the oldest card event that waits.')
  const parked = gauge('inbox_parked_events', 'Card events that need a person.')
  const mails = gauge('outbox_mails', 'Mails that wait to be sent.')
  const failedMails = gauge('outbox_failed_mails', 'Mails that were given up.')
  const texts = gauge('outbox_texts', 'Text messages that wait to be sent.')
  const failedTexts = gauge('outbox_failed_texts', 'Text messages that were given up.')
  const overdue = gauge('payouts_overdue', 'Payouts about which the provider has not answered for hours.')
  new Gauge({
    name: 'inbox_events',
    help: 'Card events that wait to be processed.',
    registers,
    async collect() {
      const state = await read().catch(() => null)
      // Without a database there is no value, rather than a wrong one.
      if (!state) {
        for (const each of [this, oldest, parked, mails, failedMails, texts, failedTexts, overdue])
          each.reset()
        return
      }
      this.set(state.inboxEvents)
      oldest.set(state.inboxOldestSeconds)
      parked.set(state.parkedEvents)
      mails.set(state.outboxMails)
      failedMails.set(state.failedMails)
      texts.set(state.outboxTexts)
      failedTexts.set(state.failedTexts)
      overdue.set(state.overduePayouts)
    },
  })
}
