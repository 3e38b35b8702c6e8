import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TextMessenger } from './text-messenger.ts'

/** Write texts as files, where none may be sent. */
export function folderTextMessenger(folder: string): TextMessenger {
  const fileOf = (id: string) => join(folder, `${id}.txt`)
  return {
    async send({ id, from, to, body }) {
      await mkdir(folder, { recursive: true })
      const file = fileOf(id)
      await writeFile(`${file}.part`, `From: ${from}\nTo: ${to}\n\n${body}\n`)
      await rename(`${file}.part`, file)
    },
    async read(id) {
      const file = await readFile(fileOf(id), 'utf8').catch(() => null)
      return file === null ? null : file.slice(file.indexOf('\n\n') + 2).trimEnd()
    },
    async delete(id) {
      await rm(fileOf(id), { force: true })
    },
  }
}
