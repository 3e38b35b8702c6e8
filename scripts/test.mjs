import { installMissing, pinnedNode, run } from './bootstrap.mjs'

/** `--all` runs every feature on both databases; names are those of the parts to run. */
const parts = process.argv.slice(2).filter(name => name !== '--all')
if (process.argv.includes('--all')) process.env.TEST_ALL = '1'
await installMissing()
await run(pinnedNode(), ['scripts/run-tests.ts', ...parts])
