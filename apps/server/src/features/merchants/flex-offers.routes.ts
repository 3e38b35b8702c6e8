import type { FastifyInstance } from 'fastify'
import type { Services } from '../../http/serve.ts'

export function flexOffersRoutes(_app: FastifyInstance, _services: Services): void {}
