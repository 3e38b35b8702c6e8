import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/open-database.ts'
import type { QueryListener } from '../db/watch-queries.ts'

/** It has spans of requests, queries and jobs, and is null where no receiver is configured. */
export interface Tracing {
  /** Call before any other hook is added. */
  watchRequests(app: FastifyInstance): void
  readonly watchQuery: QueryListener
  runJob<T>(name: string, run: () => Promise<T>): Promise<T>
  /** Log lines have them: the trace and span that are active. */
  logFields(): Readonly<Record<string, string>>
  close(): Promise<void>
}

export interface TracingSettings {
  /** It is that of an OTLP receiver over HTTP, without `/v1/traces`. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  /** It is the share of traces, from 0 to 1. */
  readonly sampledShare: number
}

/** Without a receiver the libraries are not even loaded. */
export async function openTracing(
  settings: TracingSettings | null,
  database: Pick<Database, 'watchQueries'>,
): Promise<Tracing | null> {
  if (settings === null) return null
  const { startTracing } = await import('./open-telemetry.ts')
  const tracing = startTracing(settings)
  database.watchQueries(tracing.watchQuery)
  return tracing
}
