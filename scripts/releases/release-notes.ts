import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { notesOf } from './changelog.ts'

/* `npm run release-notes`: prints the section of CHANGELOG.md of this version. */

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
console.log(notesOf(read('CHANGELOG.md'), JSON.parse(read('package.json')).version))
