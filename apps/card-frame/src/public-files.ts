import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export interface PublicFile {
  readonly body: string
  readonly type: string
  readonly etag: string
}

const types = {
  '/card.css': 'text/css; charset=utf-8',
  '/card.js': 'text/javascript; charset=utf-8',
  '/card-rules.js': 'text/javascript; charset=utf-8',
} as const

/** The script and style of the page, as they stand in `public/`: there is nothing to build. */
export function loadPublicFiles(): ReadonlyMap<string, PublicFile> {
  const folder = new URL('../public', import.meta.url).pathname
  return new Map(
    Object.entries(types).map(([path, type]) => [
      path,
      withEtag(readFileSync(`${folder}${path}`, 'utf8'), type),
    ]),
  )
}

export function withEtag(body: string, type: string): PublicFile {
  return { body, type, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}
