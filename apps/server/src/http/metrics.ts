import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { PoolState } from '../db/open-database.ts'
import type { ReadReplica } from '../db/read-replica.ts'
import type { QueryListener } from '../db/watch-queries.ts'
import type { QueueState } from '../features/card-events/queue-state.read.ts'
import type { JobReport } from '../features/jobs/jobs.service.ts'
import type { SecurityEventCounts } from '../features/security-events/security-events.service.ts'
import type { PageCacheCounts } from '../ssr/cache/anonymous-pages.ts'

export interface MetricSources {
  readonly cachedPages: () => PageCacheCounts
  readonly renderQueue: () => { readonly running: number; readonly waiting: number }
  readonly databasePool: () => PoolState
  /** Null, or left out: there is none. */
  readonly replica?: ReplicaFigures | null
  readonly watchQueries: (listener: QueryListener) => void
  readonly jobs: () => Promise<readonly JobReport[]>
  readonly queues: () => Promise<QueueState>
}

interface MeasuredAnswer {
  readonly method: string
  readonly route: string
  readonly status: number
  /** It is in milliseconds. */
  readonly responseTime: number
}

declare module 'fastify' {
  interface FastifyInstance {
    measureAnswer(answer: MeasuredAnswer): void
  }
}

export interface Metrics {
  readonly contentType: string
  read(): Promise<string>
}

/** Requests are counted by route, never by address. */
export function addMetrics(app: FastifyInstance, sources: MetricSources): Metrics {
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
  app.decorate('measureAnswer', ({ method, route, status, responseTime }) => {
    requests.inc({ method, route, status })
    durations.observe({ method, route }, responseTime / 1_000)
  })
  app.addHook('onResponse', ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
    const route = routeOptions.url ?? 'none'
    app.measureAnswer({ method, route, status: statusCode, responseTime: elapsedTime })
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
  const total = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  const arrayBuffers = () => process.memoryUsage().arrayBuffers
  gauge('nodejs_array_buffers_bytes', 'Memory of buffers, a part of the external memory.', arrayBuffers)
  gauge('page_cache_bytes', 'Anonymous pages in memory.', () => sources.cachedPages().bytes)
  total('page_cache_hits_total', 'Pages answered from memory.', () => sources.cachedPages().hits)
  total('page_cache_renders_total', 'Anonymous pages rendered.', () => sources.cachedPages().renders)
  gauge('render_queue_running', 'Pages being rendered.', () => sources.renderQueue().running)
  gauge('render_queue_waiting', 'Pages waiting to be rendered.', () => sources.renderQueue().waiting)
  gauge('db_pool_connections', 'Open database connections.', () => sources.databasePool().total)
  gauge('db_pool_idle', 'Idle database connections.', () => sources.databasePool().idle)
  gauge('db_pool_waiting', 'Queries waiting for a connection.', () => sources.databasePool().waiting)
  if (sources.replica) addReplicaMetrics(registry, sources.replica)
  addQueryMetrics(registry, sources.watchQueries)
  addSecurityCounter(registry, app.securityEvents.counts)
  const updates = [addJobGauges(registry, sources.jobs), addQueueGauges(registry, sources.queues)]
  return {
    contentType: registry.contentType,
    async read() {
      // Updates come first: the registry reads its gauges one by one, and several share a reading.
      await Promise.all(updates.map(update => update()))
      return registry.metrics()
    },
  }
}

type ReplicaFigures = Pick<ReadReplica, 'state' | 'reads'>

function addReplicaMetrics(registry: Registry, replica: ReplicaFigures): void {
  new Counter({
    name: 'replica_reads_total',
    help: 'Reads of what may be old, by the server that answered.',
    labelNames: ['server'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [server, count] of Object.entries(replica.reads())) this.inc({ server }, count)
    },
  })
  new Gauge({
    name: 'replica_in_use',
    help: 'Whether the read replica is read from: 1, else 0.',
    registers: [registry],
    collect() {
      this.set(replica.state().isUsed ? 1 : 0)
    },
  })
  new Gauge({
    name: 'replica_lag_seconds',
    help: 'How far the read replica is behind the primary.',
    registers: [registry],
    collect() {
      const { lagSeconds } = replica.state()
      // One that does not answer has no lag, rather than a wrong one.
      if (lagSeconds === null) this.remove()
      else this.set(lagSeconds)
    },
  })
}

function addQueryMetrics(registry: Registry, watchQueries: MetricSources['watchQueries']): void {
  const durations = new Histogram({
    name: 'db_query_duration_seconds',
    help: 'Time of database queries.',
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 1, 5],
    registers: [registry],
  })
  const failures = new Counter({
    name: 'db_query_failures_total',
    help: 'Database queries that failed.',
    registers: [registry],
  })
  watchQueries(() => {
    const startedAt = performance.now()
    return error => {
      durations.observe((performance.now() - startedAt) / 1_000)
      if (error !== undefined) failures.inc()
    }
  })
}

function addSecurityCounter(registry: Registry, counts: SecurityEventCounts): void {
  new Counter({
    name: 'security_events_total',
    help: 'Events of docs/security.md, by outcome.',
    labelNames: ['event', 'outcome'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { event, outcome, count } of counts.list()) this.inc({ event, outcome }, count)
    },
  })
}

function addJobGauges(registry: Registry, read: MetricSources['jobs']): () => Promise<void> {
  const options = { labelNames: ['job'], registers: [registry] }
  const successes = new Gauge({
    name: 'job_last_success_timestamp_seconds',
    help: 'When each scheduled job last succeeded.',
    ...options,
  })
  const overdue = new Gauge({
    name: 'job_overdue_seconds',
    help: 'How long ago each scheduled job should have run.',
    ...options,
  })
  return async () => {
    const jobs = await read().catch(() => [])
    for (const gauge of [successes, overdue]) gauge.reset()
    for (const { name: job, lastSuccessAt, overdueSeconds } of jobs) {
      overdue.set({ job }, overdueSeconds)
      if (lastSuccessAt) successes.set({ job }, lastSuccessAt.getTime() / 1_000)
    }
  }
}

const queueGauges: Record<keyof QueueState, readonly [name: string, help: string]> = {
  inboxEvents: ['inbox_events', 'Card events that wait to be processed.'],
  inboxOldestSeconds: ['inbox_oldest_seconds', 'Age of the oldest card event that waits.'],
  parkedEvents: ['inbox_parked_events', 'Card events that need a person.'],
  outboxMails: ['outbox_mails', 'Mails that wait to be sent.'],
  failedMails: ['outbox_failed_mails', 'Mails that were given up.'],
  outboxTexts: ['outbox_texts', 'Text messages that wait to be sent.'],
  failedTexts: ['outbox_failed_texts', 'Text messages that were given up.'],
  outboxPushes: ['outbox_pushes', 'Notifications that wait to be sent.'],
  failedPushes: ['outbox_failed_pushes', 'Notifications that were given up.'],
  openPayouts: ['payouts_in_flight', 'Payouts that wait for the provider.'],
  overduePayouts: ['payouts_overdue', 'Payouts about which the provider has not answered for hours.'],
}

function addQueueGauges(registry: Registry, read: MetricSources['queues']): () => Promise<void> {
  const gauges = Object.entries(queueGauges).map(
    ([key, [name, help]]) =>
      [key as keyof QueueState, new Gauge({ name, help, registers: [registry] })] as const,
  )
  return async () => {
    const state = await read().catch(() => null)
    // Without a database there is no value, rather than a wrong one.
    for (const [key, gauge] of gauges) {
      if (state) gauge.set(state[key])
      else gauge.remove()
    }
  }
}
