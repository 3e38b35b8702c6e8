import type { FastifyInstance } from 'fastify'
import type { Services } from '../../http/serve.ts'

export function favoritesRoutes(_app: FastifyInstance, _services: Services): void {}
