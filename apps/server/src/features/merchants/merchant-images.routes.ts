import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../../app.ts'

export function merchantImageRoutes(_app: FastifyInstance, _options: AppOptions): void {}
