import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../../app.ts'

/** Content in the shape of its source (wire: Content). */
export function contentRoutes(_app: FastifyInstance, _options: AppOptions): void {}
