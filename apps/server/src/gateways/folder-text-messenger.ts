import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TextMessenger } from './text-messenger.ts'

/** Write texts as files, where none may be sent. */
export function folderTextMessenger(folder: string): TextMessenger {
  return {
    async send({ id, from, to, body }) {
      await mkdir(folder, { recursive: true })
      const file = join(folder, `${id}.txt`)
      await writeFile(`${file}.part`, `From: ${from}\nTo: ${to}\n\n${body}\n`)
      await rename(`${file}.part`, file)
    },
  }
}
