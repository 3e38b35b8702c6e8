import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../app.ts'

/** What makes the site an app: manifest, icons, service worker. */
export function appFileRoutes(_app: FastifyInstance, _options: AppOptions): void {}
