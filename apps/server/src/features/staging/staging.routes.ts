import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../../app.ts'

/** Looking behind the pages; never in production. */
export function stagingRoutes(_app: FastifyInstance, _options: AppOptions): void {}
