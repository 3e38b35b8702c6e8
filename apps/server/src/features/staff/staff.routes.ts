import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../../app.ts'

/** Signing in and out as staff. */
export function staffRoutes(_app: FastifyInstance, _options: AppOptions): void {}
