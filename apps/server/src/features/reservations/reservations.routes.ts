import type { FastifyInstance } from 'fastify'
import type { Services } from '../../http/serve.ts'

export function reservationsRoutes(_app: FastifyInstance, _services: Services): void {}
