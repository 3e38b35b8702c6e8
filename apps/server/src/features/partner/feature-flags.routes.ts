import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../../app.ts'

/** What a partner has switched on (shell §3.2). */
export function featureFlagRoutes(_app: FastifyInstance, _options: AppOptions): void {}
