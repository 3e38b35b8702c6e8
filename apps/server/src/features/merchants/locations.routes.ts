import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../../app.ts'

export function locationsRoutes(_app: FastifyInstance, _options: AppOptions): void {}
