import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../../app.ts'

/** Challenges of the bot check (integrations: Bot check). */
export function botCheckRoutes(_app: FastifyInstance, _options: AppOptions): void {}
