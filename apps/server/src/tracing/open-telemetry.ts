import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyRequest } from 'fastify'
import { requireOutgoing } from '../gateways/outgoing-calls.ts'
import type { Tracing, TracingSettings } from './tracing.ts'

const propagator = new W3CTraceContextPropagator()

/** Loaded only where a receiver is configured. Spans hold routes and statements, never addresses, values or people. */
export function startTracing({ endpoint, headers, serviceName, sampledShare }: TracingSettings): Tracing {
  requireOutgoing(endpoint)
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers })
  const share = new TraceIdRatioBasedSampler(sampledShare)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    // A client can continue its own trace, but not decide that it is sampled.
    sampler: new ParentBasedSampler({
      root: share,
      remoteParentSampled: share,
      remoteParentNotSampled: share,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('dineward')
  const contexts = new AsyncLocalStorageContextManager().enable()

  function start(
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    parent = contexts.active(),
  ): [Span, Context] {
    const span = tracer.startSpan(name, { kind, attributes }, parent)
    return [span, trace.setSpan(parent, span)]
  }

  return {
    watchRequests(app) {
      const spans = new WeakMap<FastifyRequest, Span>()
      app.addHook('onRequest', (request, _reply, done) => {
        const route = request.routeOptions.url ?? 'none'
        const attributes = { 'http.request.method': request.method, 'http.route': route }
        const [span, inside] = start(
          `${request.method} ${route}`,
          SpanKind.SERVER,
          attributes,
          parentOf(request),
        )
        spans.set(request, span)
        contexts.with(inside, done)
      })
      app.addHook('onResponse', (request, reply, done) => {
        const span = spans.get(request)
        span?.setAttribute('http.response.status_code', reply.statusCode)
        if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
        span?.end()
        done()
      })
    },
    watchQuery(text) {
      const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY'
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, 2_000) }
      const [span] = start(operation, SpanKind.CLIENT, attributes)
      return error => end(span, error)
    },
    async runJob(name, run) {
      const [span, inside] = start(`job ${name}`, SpanKind.INTERNAL, { 'dineward.job': name }, ROOT_CONTEXT)
      try {
        const result = await contexts.with(inside, run)
        end(span)
        return result
      } catch (error) {
        end(span, error)
        throw error
      }
    },
    logFields() {
      const { traceId, spanId } = trace.getSpan(contexts.active())?.spanContext() ?? {}
      return traceId && spanId ? { traceId, spanId } : {}
    },
    close: () => provider.shutdown(),
  }

  /** Of the page that calls the API in the process, else of the client. */
  function parentOf({ headers }: FastifyRequest): Context {
    const active = contexts.active()
    return trace.getSpan(active) ? active : propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
  }
}

function end(span: Span, error?: unknown): void {
  // Messages of the database may hold values.
  if (error !== undefined)
    span.setStatus({ code: SpanStatusCode.ERROR, message: (error as { code?: string }).code ?? '' })
  span.end()
}
