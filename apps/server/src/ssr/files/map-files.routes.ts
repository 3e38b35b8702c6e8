import { mkdir } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/**
 * `/maps/…` has tiles and styles from the operator's folder (`docs/operating.md`). Null means that there is no folder.
 */
export async function mapFileRoutes(app: FastifyInstance, folder: string | null): Promise<void> {
  if (folder === null) return
  await mkdir(folder, { recursive: true })
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/maps/',
    decorateReply: false,
    index: false,
    maxAge: '1h',
    allowedPath: path => /^\/[\w-][\w.-]*\.(pmtiles|json)$/.test(path),
  })
}
