import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../../app.ts'

export function membersRoutes(_app: FastifyInstance, _options: AppOptions): void {}
