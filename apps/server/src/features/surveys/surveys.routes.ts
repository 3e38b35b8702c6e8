import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../../app.ts'

/** Answers to the surveys that the product asks itself. */
export function surveysRoutes(_app: FastifyInstance, _options: AppOptions): void {}
