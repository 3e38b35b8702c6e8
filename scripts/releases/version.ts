import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addRelease, changesetFiles, parseChangeset } from './changelog.ts'

/* `npm run version`: the changesets become the next version of every package, and its section of CHANGELOG.md. */

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const changesets = changesetFiles(root).map(file => parseChangeset(read(file)))
if (changesets.length === 0) {
  console.error('There is nothing to release: .changeset holds no changeset.')
  process.exit(1)
}
execFileSync(process.execPath, ['node_modules/@changesets/cli/bin.js', 'version'], {
  cwd: root,
  stdio: 'inherit',
})

const { version } = JSON.parse(read('packages/core/package.json')) as { version: string }
const day = new Date().toISOString().slice(0, 10)
writeFileSync(
  join(root, 'package.json'),
  read('package.json').replace(/"version": "[^"]+"/, `"version": "${version}"`),
)
writeFileSync(join(root, 'CHANGELOG.md'), addRelease(read('CHANGELOG.md'), { version, day, changesets }))
execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], { cwd: root, stdio: 'inherit' })
