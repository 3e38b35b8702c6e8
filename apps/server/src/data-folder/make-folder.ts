import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * It creates the folder with those above it; one that is there stays as it is. Node's own `recursive` never returns
 * where a folder exists and says of new ones in it that they do not: `/proc`, or a share that is gone.
 */
export function makeFolder(folder: string): void {
  try {
    makeOne(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error
    makeFolder(dirname(folder))
    makeOne(folder)
  }
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(folder).isDirectory()) throw error
  }
}
