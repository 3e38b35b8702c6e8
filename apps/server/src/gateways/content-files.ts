import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rawEntryOf } from '@dineward/core/content/content.rules.ts'
import { type ContentSource, ContentTrouble } from './content-source.ts'

const maxBytes = 1024 * 1024

/** Reads `partners/<slug>/content/<kind>.json`: a list of `{ slug, fields, status? }`. */
export function contentFiles(partnersDir: string): ContentSource {
  return {
    async read(slug, kind, { signal }) {
      const name = `${slug}/content/${kind}.json`
      const bytes = await readFile(join(partnersDir, name), { signal }).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return null
          throw new ContentTrouble(`partners/${name} cannot be read (${error.code ?? error.name})`)
        },
      )
      if (bytes === null) return null
      if (bytes.length > maxBytes) throw new ContentTrouble(`partners/${name} is larger than 1 MB`)
      const entries = parsed(bytes.toString(), `partners/${name}`)
      if (!Array.isArray(entries)) throw new ContentTrouble(`partners/${name} must be a list of entries`)
      return entries.map(rawEntryOf)
    },
  }
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : ''
    throw new ContentTrouble(`${name} is not valid JSON — ${why}`, { cause })
  }
}
