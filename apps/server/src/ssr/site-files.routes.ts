import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../app.ts'

/** What search engines ask for: robots.txt and the sitemap. */
export function siteFileRoutes(_app: FastifyInstance, _options: AppOptions): void {}
