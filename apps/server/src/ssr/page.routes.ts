import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../app.ts'
import type { PageRenderer } from './page-renderer.ts'

export function pageRoutes(_app: FastifyInstance, _options: AppOptions, _pages: PageRenderer): void {}
