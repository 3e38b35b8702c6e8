import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../../app.ts'

/** What pages measured (shell §3.8). */
export function trackingRoutes(_app: FastifyInstance, _options: AppOptions): void {}
